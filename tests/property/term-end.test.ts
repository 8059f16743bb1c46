import { addDays } from '@tideline/api/calendar/days.ts'
import { requireCancelReason } from '@tideline/api/lifecycle/cancel/reasons.ts'
import {
  type CancellableTerm,
  calculateRefundLines,
  getPaidToDate,
} from '@tideline/api/lifecycle/cancel/refund-rules.ts'
import { splitCentsByShare } from '@tideline/api/payments/refunds/split-cents.ts'
import { getWholeTermPrice } from '@tideline/api/pricing/endorsement.ts'
import { calculateTaxes } from '@tideline/api/taxes/calculate-taxes.ts'
import { getTaxRates } from '@tideline/api/taxes/tax-rates.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getRunCount } from '../support/thorough.ts'
import {
  flatReasons,
  getFullCost,
  getPaidToDay,
  getReplacingTerm,
  getRetainedCost,
  products,
  proRataReasons,
  rateDate,
  retainingReasons,
  splitInProportion,
  states,
  type Term,
} from './cancellation-model.ts'
import { formatTermInput, priceModelDays, priceModelTerm, type TermInput } from './reference-model.ts'
import { postChanges, termInputs } from './term-inputs.ts'

const { db } = await createTestDatabase()
const reasons = [...flatReasons, ...proRataReasons, ...retainingReasons, '05', '99']
const rules = new Map<string, Awaited<ReturnType<typeof requireCancelReason>>['refund']>()
for (const reason of reasons) rules.set(reason, (await requireCancelReason(db, reason)).refund)
const tables = new Map<string, Awaited<ReturnType<typeof getTaxRates>>>()
for (const state of Object.keys(states))
  for (const productId of Object.keys(products).map(Number))
    tables.set(`${state} ${productId}`, await getTaxRates(db, { state, productId, day: rateDate }))

const terms: fc.Arbitrary<Term> = fc.record({
  termInput: termInputs,
  state: fc.constantFrom(...Object.keys(states)),
  productId: fc.constantFrom(...Object.keys(products).map(Number)),
  feeCents: fc.constantFrom(0, 1, 2_500, 7_500),
})

function getCancellableTerm({ termInput, state, productId, feeCents }: Term): CancellableTerm {
  const rates = tables.get(`${state} ${productId}`)
  if (!rates) throw new Error(`There are no tax rates for ${state}.`)
  const { schedule, price } = postChanges(termInput).term
  const taxesFor = (premiumCents: number) => calculateTaxes(rates, { premiumCents, feeCents })
  return { schedule, price, feeCents, taxesFor, taxes: taxesFor(price.premiumCents) }
}
const removeZeros = (taxes: Record<string, number>) =>
  Object.fromEntries(Object.entries(taxes).filter(([, cents]) => cents !== 0))

const getTotalCents = ({ premium, fee, taxes }: ReturnType<typeof getFullCost>) =>
  Object.values(taxes).reduce((sum, cents) => sum + cents, premium + fee)

// Calculating every day of 20,000 terms takes minutes on a busy machine.
test('retains the amount given by the reference model for each charge, tax and cancel reason [CAN-1]', {
  timeout: 180_000,
}, () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(terms, fc.constantFrom(...reasons), part, part, (term, reason, ofTerm, ofMoney) => {
      const whole = getFullCost(term)
      const days = Math.floor(ofTerm * term.termInput.days)
      const received = Math.floor(ofMoney * 1.2 * getTotalCents(whole))
      const description = `${formatTermInput(term.termInput)}\nin ${term.state}, product ${term.productId}, fee ${term.feeCents}, cancelled for ${reason} on day ${days}, ${received} received`
      const rule = rules.get(reason)
      if (!rule) throw new Error(reason)
      const { lines } = calculateRefundLines(rule, getCancellableTerm(term), {
        effectiveDate: addDays(term.termInput.inceptionDate, days),
        receivedCents: received,
        isBlockedByClaim: false,
      })
      const kept = getRetainedCost(term, reason, days, received)
      const of = (kind: string) =>
        lines.filter((line) => line.kind === kind).reduce((sum, line) => sum + line.keptCents, 0)
      expect([of('premium'), of('policyFee')], description).toEqual([kept.premium, kept.fee])
      const keptTaxes = Object.fromEntries(
        lines.flatMap(({ column, keptCents }) => (column ? [[column, keptCents]] : [])),
      )
      // If the amount does not cover the fee, the order of taxes is undefined.
      if (kept.premium > 0) expect(removeZeros(keptTaxes), description).toEqual(removeZeros(kept.taxes))
      expect(
        lines.reduce((sum, line) => sum + line.chargedCents, 0),
        description,
      ).toBe(getTotalCents(whole))
      expect(
        lines.reduce((sum, line) => sum + line.keptCents, 0),
        description,
      ).toBe(getTotalCents(kept))
    }),
    { numRuns: getRunCount(20_000) },
  )
})

test('retains the earned or minimum premium, except after a flat cancellation [PRI-3]', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const given = reasons.filter((reason) => reason !== '99' && !flatReasons.includes(reason))
  fc.assert(
    fc.property(terms, fc.constantFrom(...given), part, part, (term, reason, ofTerm, ofMoney) => {
      const received = 1 + Math.floor(ofMoney * 1.2 * getTotalCents(getFullCost(term)))
      const rule = rules.get(reason)
      if (!rule) throw new Error(reason)
      // For nonpayment, coverage ends on the paid-to day, and only the days before it are owed (CAN-4).
      const days = reason === '05' ? getPaidToDay(term, received) : Math.floor(ofTerm * term.termInput.days)
      const { lines } = calculateRefundLines(rule, getCancellableTerm(term), {
        effectiveDate: addDays(term.termInput.inceptionDate, days),
        receivedCents: received,
        isBlockedByClaim: false,
      })
      const premium = lines.filter(({ kind }) => kind === 'premium').reduce((sum, { keptCents }) => sum + keptCents, 0)
      const least = reason === '05' ? priceModelDays(term.termInput, days) : priceModelTerm(term.termInput, days)
      expect(
        premium,
        `${formatTermInput(term.termInput)}\ncancelled for ${reason} on day ${days}, ${received} received`,
      ).toBeGreaterThanOrEqual(least)
    }),
    { numRuns: getRunCount(5_000) },
  )
})

test('calculates the paid-to date from the days of premium that payments cover [CAN-4]', () => {
  const part = fc.double({ min: 0, max: 1.1, noNaN: true })
  fc.assert(
    fc.property(terms, part, (term, ofMoney) => {
      const received = Math.floor(ofMoney * getTotalCents(getFullCost(term)))
      expect(
        getPaidToDate(getCancellableTerm(term), received),
        `${formatTermInput(term.termInput)}\n${received} received`,
      ).toBe(addDays(term.termInput.inceptionDate, getPaidToDay(term, received)))
    }),
    { numRuns: getRunCount(2_500) },
  )
})

test('charges a replacement term one year of premium at the final limits of the old term [POL-8]', () => {
  fc.assert(
    fc.property(termInputs, (termInput: TermInput) => {
      const { coverages, restCents = 0 } = getReplacingTerm(termInput)
      const price = getWholeTermPrice(postChanges(termInput).term)
      expect(
        price.coverages.map(({ code, limitCents, premiumCents }) => ({
          code,
          limit: limitCents / 100_000,
          premiumCents,
        })),
        formatTermInput(termInput),
      ).toEqual(coverages)
      expect(price.premiumCents - coverages.reduce((sum, { premiumCents }) => sum + premiumCents, 0)).toBe(restCents)
    }),
    { numRuns: getRunCount(5_000) },
  )
})

test('splits a refund in proportion to the payments, to the cent, for any number of payers', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 20_000_000 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (held, part) => {
      const cents = Math.floor(part * held.reduce((sum, one) => sum + one, 0))
      expect(splitCentsByShare(cents, held)).toEqual(splitInProportion(cents, held))
    }),
    { numRuns: getRunCount(20_000) },
  )
})
