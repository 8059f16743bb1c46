import { addDays } from '@tideline/api/calendar/days.ts'
import { endorseTerm, type PricedTerm, priceTerm } from '@tideline/api/pricing/endorsement.ts'
import { calculatePriceDifference } from '@tideline/api/pricing/price-difference.ts'
import { getEffectiveCoverageTerms } from '@tideline/api/pricing/term.ts'
import { getMinimumEarnedPremiumCents, getScheduledPrice, getTermPrice } from '@tideline/api/pricing/term-price.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getRunCount } from '../support/thorough.ts'
import { formatTermInput, priceModelDays, priceModelTerm, type TermChange } from './reference-model.ts'
import { codes, endorse, getTermStart, postChanges, termInputs } from './term-inputs.ts'

const runs = { numRuns: getRunCount(20_000) }
const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0)

describe('price of a term [PRI-1]', () => {
  // Calculating every day of thousands of terms takes minutes on a busy machine.
  test('equals a day-by-day calculation to the cent, after each transaction and when the term ends', {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(termInputs, fc.double({ min: 0, max: 1, noNaN: true }), (termInput, part) => {
        const { term, charged } = postChanges(termInput)
        const description = formatTermInput(termInput)
        expect(getTermStart(termInput).grossCents + sum(charged), description).toBe(
          priceModelTerm(termInput, termInput.days),
        )
        const end = Math.floor(part * termInput.days)
        const endDate = addDays(termInput.inceptionDate, end)
        expect(getTermPrice(term.schedule, endDate).premiumCents, `${description}\nand ended on day ${end}`).toBe(
          priceModelTerm(termInput, end),
        )
        expect(getScheduledPrice(term.schedule, endDate).scheduledCents, description).toBe(
          priceModelDays(termInput, end),
        )
      }),
      runs,
    )
  })

  test('does not depend on the order of endorsements that change different fields', () => {
    fc.assert(
      fc.property(termInputs, fc.nat(), (termInput, seed) => {
        const apart = codes.map((code, index): TermChange => {
          const change = termInput.changes[index]
          return { day: change?.day ?? 0, limits: { [code]: change?.limits[code] ?? 100 + index } }
        })
        const turned = [...apart.slice(seed % apart.length), ...apart.slice(0, seed % apart.length)].toReversed()
        expect(sum(postChanges({ ...termInput, changes: turned }).charged)).toBe(
          sum(postChanges({ ...termInput, changes: apart }).charged),
        )
      }),
      { numRuns: getRunCount(10_000) },
    )
  })

  test('is unchanged after a change and the opposite change on the same date', () => {
    fc.assert(
      fc.property(termInputs, (termInput) => {
        const { term } = postChanges(termInput)
        const change = termInput.changes[0] ?? { day: 5, limits: { A: 77 } }
        const stands = getEffectiveCoverageTerms(term.begun, term.changes, addDays(termInput.inceptionDate, change.day))
        const there = endorse(term, change)
        const back = endorseTerm(there, { effectiveDate: addDays(termInput.inceptionDate, change.day), wanted: stands })
        expect(there.difference.premiumCents + back.difference.premiumCents, formatTermInput(termInput)).toBe(0)
      }),
      { numRuns: getRunCount(10_000) },
    )
  })

  test('never falls below the earned premium or the minimum earned premium when the term ends [PRI-3]', () => {
    fc.assert(
      fc.property(termInputs, fc.double({ min: 0, max: 1, noNaN: true }), (termInput, part) => {
        const { term, charged } = postChanges(termInput)
        const end = addDays(termInput.inceptionDate, Math.floor(part * termInput.days))
        const kept =
          getTermStart(termInput).grossCents +
          sum(charged) +
          calculatePriceDifference(term.schedule, term.schedule, end).premiumCents
        expect(kept, formatTermInput(termInput)).toBeGreaterThanOrEqual(
          Math.max(getScheduledPrice(term.schedule, end).scheduledCents, getMinimumEarnedPremiumCents(term.schedule)),
        )
      }),
      { numRuns: getRunCount(10_000) },
    )
  })

  test('changes by the total in the premium breakdown of an endorsement', () => {
    fc.assert(
      fc.property(termInputs, (termInput) => {
        let term: PricedTerm = priceTerm(getTermStart(termInput), [])
        for (const change of termInput.changes) {
          const { difference, ...after } = endorse(term, change)
          const explained = sum(difference.periods.map(({ cents }) => cents)) + difference.minimumCents
          expect(explained, formatTermInput(termInput)).toBe(difference.premiumCents)
          term = after
        }
      }),
      { numRuns: getRunCount(10_000) },
    )
  })
})
