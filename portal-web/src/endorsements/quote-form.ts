import type { Quote } from '@tideline/sdk'
import { type LienholderForm, toLienholderForm, toQuoteLienholder } from '../lienholders/lienholder-form.ts'

/** The values of the quote editor. Amounts are text in dollars. */
export interface QuoteForm {
  limits: Record<string, string>
  deductible: string
  mailing: { addr1: string; addr2: string; city: string; state: string; zip: string }
  lienholders: (LienholderForm & { lienholderId: string | null })[]
}

export const emptyLienholder: QuoteForm['lienholders'][number] = {
  lienholderId: null,
  ...{ name: '', addr1: '', addr2: '', city: '', state: 'FL', zip: '', loan_number: '', mortgage_clause: '' },
}

/** Returns the coverages that can be edited: the coverages with their own premium (PRI-6). */
export const getPricedCoverages = ({ application }: Quote) =>
  application.coverages.filter(({ limit, premium }) => limit > 1 && premium > 0)

export const toQuoteForm = (quote: Quote): QuoteForm => {
  const { deductible, mailingAddress, lienholderList } = quote.application
  return {
    limits: Object.fromEntries(getPricedCoverages(quote).map(({ code, limit }) => [code, String(limit)])),
    deductible: String(deductible),
    mailing: { ...mailingAddress, addr2: mailingAddress.addr2 ?? '' },
    lienholders: lienholderList.map((one) => ({ ...toLienholderForm(one), lienholderId: one.lienholderId ?? null })),
  }
}

/** Applies the form's values to the quote and returns a new quote. */
export const applyFormToQuote = (quote: Quote, form: QuoteForm): Quote => ({
  ...quote,
  application: {
    coverages: quote.application.coverages.map((one) => ({
      ...one,
      limit: Number(form.limits[one.code] ?? one.limit),
    })),
    deductible: Number(form.deductible),
    mailingAddress: {
      addr1: form.mailing.addr1.trim(),
      addr2: form.mailing.addr2.trim() || null,
      city: form.mailing.city.trim(),
      state: form.mailing.state,
      zip: form.mailing.zip,
    },
    lienholderList: form.lienholders.map(({ lienholderId, ...entry }) => ({
      ...toQuoteLienholder(entry, lienholderId ?? ''),
      lienholderId,
    })),
  },
})

const words: Record<string, string> = {
  addr1: 'Address',
  city: 'City',
  zip: 'Zip',
  name: 'Name',
  loan_number: 'Loan number',
}

/** Returns the label of a field for the error summary, for example for `lienholders.0.city`. */
export function getQuoteFieldLabel(field: string): string | undefined {
  const [group = '', at = '', part = ''] = field.split('.')
  if (group === 'deductible') return 'Deductible'
  if (group === 'limits') return `Coverage ${at}`
  if (group === 'mailing') return words[at]
  return group === 'lienholders' ? `Lienholder ${Number(at) + 1}, ${words[part]?.toLowerCase() ?? part}` : undefined
}
