import type { Quote } from '@tideline/sdk'
import { expect, test } from 'vitest'
import { applyFormToQuote, getPricedCoverages, getQuoteFieldLabel, toQuoteForm } from './quote-form.ts'

const quote: Quote = {
  ...{ quoteNumber: 'Q9000103', policyNo: 'RFL3000103', productId: 1, transactionType: 'EB' },
  ...{ effectiveDate: '2026-12-01', status: 'open', version: 1 },
  application: {
    lienholderList: [
      {
        ...{ lienholderId: '00000000-0000-4000-8000-000020103001', name: 'Gulf Demo Bank', addr1: '1 Bank Plaza' },
        ...{ addr2: null, city: 'Tampa', state: 'FL', zip: '33602', loan_number: '98', mortgage_clause: null },
      },
    ],
    coverages: [
      { code: 'A', limit: 250_000, premium: 900 },
      { code: 'D', limit: 30_000, premium: 0 },
      { code: 'E', limit: 1, premium: 25 },
    ],
    deductible: 2000,
    mailingAddress: { addr1: '1200 Bayshore Demo Blvd', addr2: null, city: 'Tampa', state: 'FL', zip: '33606' },
  },
  pricing: {
    grossPremium: 1180,
    policyFee: 75,
    taxes: 62.75,
    totalPremium: 1317.75,
    change: 0,
    periods: [],
    minimumEarned: 0,
    reapplied: [],
    renewal: null,
  },
}

test('returns an unchanged quote for an unchanged quote form', () => {
  expect(applyFormToQuote(quote, toQuoteForm(quote))).toEqual(quote)
})

test("edits only coverages with a price, and applies the form's changes to the quote", () => {
  expect(getPricedCoverages(quote).map(({ code }) => code)).toEqual(['A'])
  const form = toQuoteForm(quote)
  const changed = applyFormToQuote(quote, {
    ...form,
    limits: { A: '300000' },
    deductible: '5000',
    mailing: { ...form.mailing, addr1: ' 2 Sample St ' },
    lienholders: [],
  })
  expect(changed.application.coverages.map(({ limit }) => limit)).toEqual([300_000, 30_000, 1])
  expect(changed.application).toMatchObject({ deductible: 5000, lienholderList: [] })
  expect(changed.application.mailingAddress.addr1).toBe('2 Sample St')
})

test.each([
  ['limits.A', 'Coverage A'],
  ['deductible', 'Deductible'],
  ['mailing.zip', 'Zip'],
  ['lienholders.1.loan_number', 'Lienholder 2, loan number'],
  ['version', undefined],
])('labels the field %s as %s in the error summary', (field, name) => expect(getQuoteFieldLabel(field)).toBe(name))
