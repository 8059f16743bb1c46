import type { Lienholder, Quote, QuoteLienholder } from '@tideline/sdk'

/** The lienholder fields that the dialog edits. The dialog changes no other fields of the quote. */
export type LienholderForm = Record<
  'name' | 'addr1' | 'addr2' | 'city' | 'state' | 'zip' | 'loan_number' | 'mortgage_clause',
  string
>

const required = ['name', 'addr1', 'city', 'state', 'zip', 'loan_number'] as const

export const toLienholderForm = (lienholder: QuoteLienholder): LienholderForm => ({
  name: lienholder.name,
  addr1: lienholder.addr1,
  addr2: lienholder.addr2 ?? '',
  city: lienholder.city,
  state: lienholder.state,
  zip: lienholder.zip,
  loan_number: lienholder.loan_number,
  mortgage_clause: lienholder.mortgage_clause ?? '',
})

/**
 * Returns whether all required fields are filled in: name, address, city, state, ZIP code with five digits, and loan
 * number (END-6).
 */
export const isLienholderFormComplete = (entry: LienholderForm) =>
  required.every((field) => entry[field].trim() !== '') && /^\d{5}$/.test(entry.zip)

export const toQuoteLienholder = (entry: LienholderForm, lienholderId: string): QuoteLienholder => ({
  lienholderId,
  name: entry.name.trim(),
  addr1: entry.addr1.trim(),
  addr2: entry.addr2.trim() || null,
  city: entry.city.trim(),
  state: entry.state,
  zip: entry.zip,
  loan_number: entry.loan_number.trim(),
  mortgage_clause: entry.mortgage_clause.trim() || null,
})

/** Replaces one lienholder and returns a new quote. */
export const replaceLienholder = (quote: Quote, lienholderId: string, changed: QuoteLienholder): Quote => ({
  ...quote,
  application: {
    ...quote.application,
    lienholderList: quote.application.lienholderList.map((one) => (one.lienholderId === lienholderId ? changed : one)),
  },
})

/**
 * Returns the position of the edit button (END-6): next to the address for a lienholder with a mortgage clause,
 * otherwise in the panel.
 */
export const getEditButtonPosition = (lienholder: Pick<Lienholder, 'mortgageClause'>) =>
  lienholder.mortgageClause?.trim() ? 'address' : 'panel'
