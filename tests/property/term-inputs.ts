import { addDays, countDaysBetween } from '@tideline/api/calendar/days.ts'
import { endorseTerm, type PricedTerm, priceTerm } from '@tideline/api/pricing/endorsement.ts'
import { getEffectiveCoverageTerms, type InitialTransaction } from '@tideline/api/pricing/term.ts'
import fc from 'fast-check'
import type { TermChange, TermInput } from './reference-model.ts'

export const codes = ['A', 'B', 'I']

/** Terms of 365 and 366 days. Their inception dates are before and after a leap day. */
const terms = fc.integer({ min: 0, max: 1400 }).map((offset) => {
  const inceptionDate = addDays('2026-01-01', offset)
  const [year = '', rest] = [inceptionDate.slice(0, 4), inceptionDate.slice(4)]
  const expirationDate = `${Number(year) + 1}${rest === '-02-29' ? '-02-28' : rest}`
  return { inceptionDate, expirationDate, days: countDaysBetween(inceptionDate, expirationDate) }
})

const createChangeArbitrary = (days: number): fc.Arbitrary<TermChange> =>
  fc.record({
    // The first, the last and a middle day are chosen often, so that several transactions have the same effective date.
    day: fc.oneof(fc.constantFrom(0, 1, 100, days - 2, days - 1), fc.integer({ min: 0, max: days - 1 })),
    limits: fc.dictionary(fc.constantFrom(...codes), fc.integer({ min: 1, max: 4000 }), { maxKeys: 3 }),
    deductible: fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
  })

export const termInputs: fc.Arbitrary<TermInput> = terms.chain((term) =>
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
    changes: fc.array(createChangeArbitrary(term.days), { maxLength: 6 }),
  }),
)

export const getTermStart = (termInput: TermInput): InitialTransaction => ({
  inceptionDate: termInput.inceptionDate,
  expirationDate: termInput.expirationDate,
  coverages: termInput.coverages.map(({ code, limit, premiumCents }) => ({
    code,
    limitCents: limit * 100_000,
    premiumCents,
  })),
  deductibleCents: termInput.deductible * 100_000,
  grossCents: termInput.coverages.reduce((sum, { premiumCents }) => sum + premiumCents, 0),
  minimumEarned: termInput.minimumEarned,
})

export function endorse(term: PricedTerm, { day, limits, deductible }: TermChange) {
  const effectiveDate = addDays(term.begun.inceptionDate, day)
  const stands = getEffectiveCoverageTerms(term.begun, term.changes, effectiveDate)
  const coverages = stands.coverages.map(({ code, limitCents }) => {
    const wanted = limits[code]
    return { code, limitCents: wanted === undefined ? limitCents : wanted * 100_000 }
  })
  const deductibleCents = deductible === undefined ? stands.deductibleCents : deductible * 100_000
  return endorseTerm(term, { effectiveDate, wanted: { coverages, deductibleCents } })
}

/** Posts the changes of a term with the product's pricing. Returns the charge of each change and the resulting term. */
export function postChanges(termInput: TermInput) {
  let term: PricedTerm = priceTerm(getTermStart(termInput), [])
  const charged: number[] = []
  for (const change of termInput.changes) {
    const endorsed = endorse(term, change)
    charged.push(endorsed.difference.premiumCents)
    term = endorsed
  }
  return { term, charged }
}
