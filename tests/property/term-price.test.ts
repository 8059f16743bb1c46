import { addDays } from '@tideline/api/calendar/days.ts'
import { endorseTerm, type PricedTerm, priceTerm } from '@tideline/api/pricing/endorsement.ts'
import { calculatePriceDifference } from '@tideline/api/pricing/price-difference.ts'
import { getEffectiveCoverageTerms } from '@tideline/api/pricing/term.ts'
import { getMinimumEarnedPremiumCents, getScheduledPrice, getTermPrice } from '@tideline/api/pricing/term-price.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getRuns } from '../support/thorough.ts'
import { formatStory, type ModelInput, priceModelDays, priceModelTerm } from './reference-model.ts'
import { codes, endorse, getBegun, playStory, stories } from './stories.ts'

const runs = { numRuns: getRuns(20_000) }
const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0)

describe('price of a term [PRI-1]', () => {
  // Counting every day of thousands of terms takes a while on a busy machine.
  test('equals a day-by-day calculation to the cent, after each transaction and at the end', {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(stories, fc.double({ min: 0, max: 1, noNaN: true }), (story, part) => {
        const { term, charged } = playStory(story)
        const told = formatStory(story)
        expect(getBegun(story).grossCents + sum(charged), told).toBe(priceModelTerm(story, story.days))
        const end = Math.floor(part * story.days)
        const endDate = addDays(story.inceptionDate, end)
        expect(getTermPrice(term.schedule, endDate).premiumCents, `${told}\nand ended on day ${end}`).toBe(
          priceModelTerm(story, end),
        )
        expect(getScheduledPrice(term.schedule, endDate).scheduledCents, told).toBe(priceModelDays(story, end))
      }),
      runs,
    )
  })

  test('does not depend on the order of endorsements that change different fields', () => {
    fc.assert(
      fc.property(stories, fc.nat(), (story, seed) => {
        const apart = codes.map((code, index): ModelInput => {
          const wish = story.wishes[index]
          return { day: wish?.day ?? 0, limits: { [code]: wish?.limits[code] ?? 100 + index } }
        })
        const turned = [...apart.slice(seed % apart.length), ...apart.slice(0, seed % apart.length)].toReversed()
        expect(sum(playStory({ ...story, wishes: turned }).charged)).toBe(
          sum(playStory({ ...story, wishes: apart }).charged),
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('returns to its previous value when a change is reversed on its effective date', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const { term } = playStory(story)
        const wish = story.wishes[0] ?? { day: 5, limits: { A: 77 } }
        const stands = getEffectiveCoverageTerms(term.begun, term.changes, addDays(story.inceptionDate, wish.day))
        const there = endorse(term, wish)
        const back = endorseTerm(there, { effectiveDate: addDays(story.inceptionDate, wish.day), wanted: stands })
        expect(there.difference.premiumCents + back.difference.premiumCents, formatStory(story)).toBe(0)
      }),
      { numRuns: 2000 },
    )
  })

  test('never falls below the minimum or returns more than the unearned premium [PRI-3]', () => {
    fc.assert(
      fc.property(stories, fc.double({ min: 0, max: 1, noNaN: true }), (story, part) => {
        const { term, charged } = playStory(story)
        const end = addDays(story.inceptionDate, Math.floor(part * story.days))
        const kept =
          getBegun(story).grossCents +
          sum(charged) +
          calculatePriceDifference(term.schedule, term.schedule, end).premiumCents
        expect(kept, formatStory(story)).toBeGreaterThanOrEqual(
          Math.max(getScheduledPrice(term.schedule, end).scheduledCents, getMinimumEarnedPremiumCents(term.schedule)),
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('equals the sum of its periods and the minimum earned premium', () => {
    fc.assert(
      fc.property(stories, (story) => {
        let term: PricedTerm = priceTerm(getBegun(story), [])
        for (const wish of story.wishes) {
          const { difference, ...after } = endorse(term, wish)
          const explained = sum(difference.periods.map(({ cents }) => cents)) + difference.minimumCents
          expect(explained, formatStory(story)).toBe(difference.premiumCents)
          term = after
        }
      }),
      { numRuns: 2000 },
    )
  })
})
