import { describe, expect, it } from 'vitest'
import { buildPolicyTerm } from '../testing/policy-term.ts'
import type { QuoteRow } from './quote-row.ts'
import { getQuoteEffectiveDate, isOpenQuote, requireOpenQuote } from './quote-state.ts'

const now = new Date('2026-06-01T12:00:00Z')
const quote: Pick<QuoteRow, 'kind' | 'state' | 'expiresAt' | 'base_transaction_id' | 'effectiveDate'> = {
  ...{ kind: 'endorsement', state: 'open', base_transaction_id: 't1', effectiveDate: '2026-06-05' },
  expiresAt: new Date(now.getTime() + 1),
}
const term = buildPolicyTerm()

describe('isOpenQuote', () => {
  it.each<[string, Partial<typeof quote>, boolean]>([
    ['is open after it was created', {}, true],
    ['is open after it was saved', { state: 'rated' }, true],
    ['is not open after it was bound', { state: 'bound' }, false],
    ['is not open at its expiration time', { expiresAt: now }, false],
    ['is not open after another transaction', { base_transaction_id: 't0' }, false],
  ])('reports that a quote %s', (_, changes, isOpen) => {
    expect(isOpenQuote({ ...quote, ...changes }, term, now)).toBe(isOpen)
  })
})

describe('requireOpenQuote', () => {
  it('accepts an open quote', () => {
    expect(() => requireOpenQuote(quote, term, now)).not.toThrow()
  })

  it.each([
    ['already_bound', { state: 'bound' as const }],
    ['quote_expired', { expiresAt: now }],
  ])('rejects a closed quote with the error %s', (code, changes) => {
    expect(() => requireOpenQuote({ ...quote, ...changes }, term, now)).toThrow(
      expect.objectContaining({ status: 409, code }),
    )
  })
})

describe('getQuoteEffectiveDate', () => {
  const policy = {
    ...{ inceptionDate: '2026-03-13', expirationDate: '2027-03-13', hasImmediateClosing: false },
    ...{ state: 'FL', timeZone: null },
  }
  const getDate = (changes: Partial<typeof quote>) => getQuoteEffectiveDate({ ...quote, ...changes }, policy, now)

  it('moves the effective date of an open quote to the end of the waiting period', () => {
    expect([getDate({}), getDate({ state: 'rated' })]).toEqual(['2026-06-11', '2026-06-11'])
    expect(getDate({ effectiveDate: '2026-07-01' })).toBe('2026-07-01')
  })

  it.each<[string, Partial<typeof quote>]>([
    ['a bound quote', { state: 'bound' }],
    ['an out-of-sequence endorsement', { kind: 'ebo' }],
    ['a mandatory endorsement', { kind: 'ebm' }],
  ])('keeps the effective date of %s', (_, changes) => {
    expect(getDate(changes)).toBe('2026-06-05')
  })
})
