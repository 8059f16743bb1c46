import { daysBetween, plusDays } from '@tideline/api/calendar/days.ts'
import { differenceOf } from '@tideline/api/pricing/difference.ts'
import { endorseTerm, type PricedTerm, priceTerm } from '@tideline/api/pricing/endorsement.ts'
import { type TermBegun, termsOn } from '@tideline/api/pricing/term.ts'
import { minimumEarnedCents, scheduledPrice, termPrice } from '@tideline/api/pricing/term-price.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reckonDays, reckonTerm, type Story, tell, type Wish } from './reckoner.ts'

const codes = ['A', 'B', 'I']

/** Inceptions around a leap day, so that terms of 365 and of 366 days come up. */
const terms = fc.integer({ min: 0, max: 1400 }).map((offset) => {
  const inceptionDate = plusDays('2026-01-01', offset)
  const [year = '', rest] = [inceptionDate.slice(0, 4), inceptionDate.slice(4)]
  const expirationDate = `${Number(year) + 1}${rest === '-02-29' ? '-02-28' : rest}`
  return { inceptionDate, expirationDate, days: daysBetween(inceptionDate, expirationDate) }
})

const wishes = (days: number): fc.Arbitrary<Wish> =>
  fc.record({
    // The first days, the last ones and one in the middle come up often, so that transactions meet on a day.
    day: fc.oneof(fc.constantFrom(0, 1, 100, days - 2, days - 1), fc.integer({ min: 0, max: days - 1 })),
    limits: fc.dictionary(fc.constantFrom(...codes), fc.integer({ min: 1, max: 4000 }), { maxKeys: 3 }),
    deductible: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  })

const stories: fc.Arbitrary<Story> = terms.chain((term) =>
  fc.record({
    inceptionDate: fc.constant(term.inceptionDate),
    expirationDate: fc.constant(term.expirationDate),
    days: fc.constant(term.days),
    coverages: fc
      .tuple(...codes.map(() => fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 2_000_000 }))))
      .map((rows) => rows.map(([limit, premiumCents], index) => ({ code: codes[index] ?? '', limit, premiumCents }))),
    deductible: fc.integer({ min: 1, max: 30 }),
    minimumEarned: fc.constantFrom(
      { percent: 0, cents: 0 },
      { percent: 50, cents: 50_000 },
      { percent: 50, cents: 100_000 },
    ),
    wishes: fc.array(wishes(term.days), { maxLength: 6 }),
  }),
)

const begunOf = (story: Story): TermBegun => ({
  inceptionDate: story.inceptionDate,
  expirationDate: story.expirationDate,
  coverages: story.coverages.map(({ code, limit, premiumCents }) => ({
    code,
    limitCents: limit * 100_000,
    premiumCents,
  })),
  deductibleCents: story.deductible * 100_000,
  grossCents: story.coverages.reduce((sum, { premiumCents }) => sum + premiumCents, 0),
  minimumEarned: story.minimumEarned,
})

function endorse(term: PricedTerm, { day, limits, deductible }: Wish) {
  const effectiveDate = plusDays(term.begun.inceptionDate, day)
  const stands = termsOn(term.begun, term.changes, effectiveDate)
  const coverages = stands.coverages.map(({ code, limitCents }) => {
    const wanted = limits[code]
    return { code, limitCents: wanted === undefined ? limitCents : wanted * 100_000 }
  })
  const deductibleCents = deductible === undefined ? stands.deductibleCents : deductible * 100_000
  return endorseTerm(term, { effectiveDate, wanted: { coverages, deductibleCents } })
}

/** Lives the story with the engine; what each transaction charged, and the term as it then stands. */
function live(story: Story) {
  let term: PricedTerm = priceTerm(begunOf(story), [])
  const charged: number[] = []
  for (const wish of story.wishes) {
    const endorsed = endorse(term, wish)
    charged.push(endorsed.difference.premiumCents)
    term = endorsed
  }
  return { term, charged }
}

const runs = { numRuns: 20_000 }
const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0)

describe('the price of a term [decision 93]', () => {
  // Counting every day of 20,000 terms takes a while on a busy machine.
  test('is what a reckoner who counts day by day says, to the cent, after each transaction and when it ends', {
    timeout: 120_000,
  }, () => {
    fc.assert(
      fc.property(stories, fc.double({ min: 0, max: 1, noNaN: true }), (story, part) => {
        const { term, charged } = live(story)
        const told = tell(story)
        expect(begunOf(story).grossCents + sum(charged), told).toBe(reckonTerm(story, story.days))
        const end = Math.floor(part * story.days)
        const endDate = plusDays(story.inceptionDate, end)
        expect(termPrice(term.schedule, endDate).premiumCents, `${told}\nand ended on day ${end}`).toBe(
          reckonTerm(story, end),
        )
        expect(scheduledPrice(term.schedule, endDate).scheduledCents, told).toBe(reckonDays(story, end))
      }),
      runs,
    )
  })

  test('is the same in whatever order the same cover is asked for, where no two ask for one field', () => {
    fc.assert(
      fc.property(stories, fc.nat(), (story, seed) => {
        const apart = codes.map((code, index): Wish => {
          const wish = story.wishes[index]
          return { day: wish?.day ?? 0, limits: { [code]: wish?.limits[code] ?? 100 + index } }
        })
        const turned = [...apart.slice(seed % apart.length), ...apart.slice(0, seed % apart.length)].toReversed()
        expect(sum(live({ ...story, wishes: turned }).charged)).toBe(sum(live({ ...story, wishes: apart }).charged))
      }),
      { numRuns: 2000 },
    )
  })

  test('comes back to where it was when a change is taken back on its own day', () => {
    fc.assert(
      fc.property(stories, (story) => {
        const { term } = live(story)
        const wish = story.wishes[0] ?? { day: 5, limits: { A: 77 } }
        const stands = termsOn(term.begun, term.changes, plusDays(story.inceptionDate, wish.day))
        const there = endorse(term, wish)
        const back = endorseTerm(there, { effectiveDate: plusDays(story.inceptionDate, wish.day), wanted: stands })
        expect(there.difference.premiumCents + back.difference.premiumCents, tell(story)).toBe(0)
      }),
      { numRuns: 2000 },
    )
  })

  test('never gives back more than was charged less what is earned, nor below the minimum [decision 94]', () => {
    fc.assert(
      fc.property(stories, fc.double({ min: 0, max: 1, noNaN: true }), (story, part) => {
        const { term, charged } = live(story)
        const end = plusDays(story.inceptionDate, Math.floor(part * story.days))
        const kept =
          begunOf(story).grossCents + sum(charged) + differenceOf(term.schedule, term.schedule, end).premiumCents
        expect(kept, tell(story)).toBeGreaterThanOrEqual(
          Math.max(scheduledPrice(term.schedule, end).scheduledCents, minimumEarnedCents(term.schedule)),
        )
      }),
      { numRuns: 2000 },
    )
  })

  test('explains itself: its periods and what the minimum keeps are its amount', () => {
    fc.assert(
      fc.property(stories, (story) => {
        let term: PricedTerm = priceTerm(begunOf(story), [])
        for (const wish of story.wishes) {
          const { difference, ...after } = endorse(term, wish)
          const explained = sum(difference.periods.map(({ cents }) => cents)) + difference.minimumCents
          expect(explained, tell(story)).toBe(difference.premiumCents)
          term = after
        }
      }),
      { numRuns: 2000 },
    )
  })
})
