import { coverageLetters } from '@tideline/sdk/words'
import { expect, it } from 'vitest'
import { getCoverageLines } from './coverages.ts'

const nothing = {
  ...Object.fromEntries(
    coverageLetters.flatMap((letter) => [
      [`coverage_${letter.toLowerCase()}_limit_cents`, null],
      [`coverage_${letter.toLowerCase()}_premium_cents`, 0],
    ]),
  ),
  product_id: 1,
} as Parameters<typeof getCoverageLines>[0]

it('lists insured coverages on documents, shows flags as Yes, and adds included coverages', () => {
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
  expect(getCoverageLines(insured)).toEqual([
    { name: 'A Building Property', limit: 25_000_000, premiumCents: 90_000 },
    { name: 'B Personal Property', limit: 10_000_000, premiumCents: 0 },
    { name: 'E Replacement Cost on Contents', limit: 'Yes', premiumCents: 0 },
    { name: 'I Business Interruption', limit: 'Up to $25,000', premiumCents: 0 },
    ...included,
  ])
  expect(getCoverageLines({ ...insured, occupancy_type_desc: 'Condo unit' }).slice(4)).toEqual(included.slice(1))
  expect(getCoverageLines({ ...insured, product_id: 2 })[1]?.name).toBe('B Business Personal Property')
})

it('lists pollution damage for commercial flood and loss avoidance coverages for residential products', () => {
  const insured = { ...nothing, product_id: 2, coverage_c_limit_cents: 1_000_000, coverage_i_limit_cents: 100 }
  expect(getCoverageLines(insured).slice(1)).toEqual([
    { name: 'I Business Interruption', limit: 'Up to $25,000', premiumCents: 0 },
    { name: 'Sandbag Supplies and Labor', limit: 100_000, premiumCents: 0 },
    { name: 'Property Removed to Safety', limit: 100_000, premiumCents: 0 },
    { name: 'Pollution Damage', limit: 1_000_000, premiumCents: 0 },
  ])
  for (const product_id of [1, 6])
    expect(getCoverageLines({ ...nothing, product_id }).map(({ name }) => name)).toEqual([
      'A Building Property',
      'Sandbag Supplies and Labor',
      'Property Removed to Safety',
    ])
  // Earthquake policies are parametric and have no included coverages.
  expect(getCoverageLines({ ...nothing, product_id: 4 })).toEqual([
    { name: 'A Building Property', limit: '–', premiumCents: 0 },
  ])
})
