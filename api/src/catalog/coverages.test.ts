import { coverageLetters } from '@tideline/sdk/words'
import { expect, it } from 'vitest'
import { type CoverageLine, getCoverageLines as datedLines } from './coverages.ts'

const nothing = {
  ...Object.fromEntries(
    coverageLetters.flatMap((letter) => [
      [`coverage_${letter.toLowerCase()}_limit_cents`, null],
      [`coverage_${letter.toLowerCase()}_premium_cents`, 0],
    ]),
  ),
  product_id: 1,
} as Parameters<typeof datedLines>[0]

/** Returns the coverage lines of a term whose limits never change, without effective dates. */
const coverageLines = (insured: typeof nothing) =>
  datedLines(insured, { inceptionDate: '2026-12-15', limits: [] }).map(
    ({ effectiveDate, ...line }): Omit<CoverageLine, 'effectiveDate'> => {
      expect(effectiveDate).toBe('2026-12-15')
      return line
    },
  )

it('lists coverage limits with effective dates, and premiums that total the term premium (DOC-7)', () => {
  const insured = { ...nothing, coverage_a_limit_cents: 27_500_000, coverage_a_premium_cents: 97_000 }
  const limits = [
    { code: 'A', effectiveDate: '2026-09-04', limitCents: 25_000_000, premiumCents: 9616 },
    { code: 'A', effectiveDate: '2026-10-13', limitCents: 27_500_000, premiumCents: 87_384 },
    { code: 'B', effectiveDate: '2026-09-04', limitCents: 10_000_000, premiumCents: 4000 },
    { code: 'B', effectiveDate: '2026-10-13', limitCents: 0, premiumCents: 0 },
  ]
  const without = { ...insured, coverage_b_limit_cents: 0, coverage_b_premium_cents: 4000 }
  expect(datedLines(without, { inceptionDate: '2026-09-04', limits }).slice(0, 4)).toEqual([
    { name: 'A Building Property', effectiveDate: '2026-09-04', limit: 25_000_000, premiumCents: 9616 },
    { name: 'A Building Property', effectiveDate: '2026-10-13', limit: 27_500_000, premiumCents: 87_384 },
    { name: 'B Personal Property', effectiveDate: '2026-09-04', limit: 10_000_000, premiumCents: 4000 },
    { name: 'B Personal Property', effectiveDate: '2026-10-13', limit: '–', premiumCents: 0 },
  ])
})

it('lists both purchased and included coverages on policy documents', () => {
  const insured = {
    ...nothing,
    coverage_a_limit_cents: 25_000_000,
    coverage_a_premium_cents: 90_000,
    coverage_b_limit_cents: 10_000_000,
    coverage_c_limit_cents: 100_000,
    coverage_d_limit_cents: 3_000_000,
    coverage_e_limit_cents: 100,
    coverage_i_limit_cents: 100,
    coverage_l_limit_cents: 0,
  }
  const included = [
    { name: 'Increased Cost of Compliance', limit: 3_000_000, premiumCents: 0 },
    { name: 'Sandbag Supplies and Labor', limit: 100_000, premiumCents: 0 },
    { name: 'Property Removed to Safety', limit: 100_000, premiumCents: 0 },
  ]
  expect(coverageLines(insured)).toEqual([
    { name: 'A Building Property', limit: 25_000_000, premiumCents: 90_000 },
    { name: 'B Personal Property', limit: 10_000_000, premiumCents: 0 },
    { name: 'E Replacement Cost on Contents', limit: 'Yes', premiumCents: 0 },
    { name: 'I Business Interruption', limit: 'Up to $25,000', premiumCents: 0 },
    ...included,
  ])
  expect(coverageLines({ ...insured, occupancy_type_desc: 'Condo unit' }).slice(4)).toEqual(included.slice(1))
  expect(coverageLines({ ...insured, product_id: 2 })[1]?.name).toBe('B Business Personal Property')
})

it('lists included coverages by product, such as pollution damage for commercial flood', () => {
  const insured = { ...nothing, product_id: 2, coverage_c_limit_cents: 1_000_000, coverage_i_limit_cents: 100 }
  expect(coverageLines(insured).slice(1)).toEqual([
    { name: 'I Business Interruption', limit: 'Up to $25,000', premiumCents: 0 },
    { name: 'Sandbag Supplies and Labor', limit: 100_000, premiumCents: 0 },
    { name: 'Property Removed to Safety', limit: 100_000, premiumCents: 0 },
    { name: 'Pollution Damage', limit: 1_000_000, premiumCents: 0 },
  ])
  for (const product_id of [1, 6])
    expect(coverageLines({ ...nothing, product_id }).map(({ name }) => name)).toEqual([
      'A Building Property',
      'Sandbag Supplies and Labor',
      'Property Removed to Safety',
    ])
  // Earthquake policies are parametric and have no included coverages.
  expect(coverageLines({ ...nothing, product_id: 4 })).toEqual([
    { name: 'A Building Property', limit: '–', premiumCents: 0 },
  ])
})
