import { coverageLetters } from '@tideline/sdk/words'
import { expect, it } from 'vitest'
import { coverageLines } from './coverages.ts'

const nothing = Object.fromEntries(
  coverageLetters.flatMap((letter) => [
    [`coverage_${letter.toLowerCase()}_limit_cents`, null],
    [`coverage_${letter.toLowerCase()}_premium_cents`, 0],
  ]),
) as Parameters<typeof coverageLines>[0]

it('papers name every coverage that is insured, and say yes where a limit is no amount', () => {
  const insured = {
    ...nothing,
    coverage_a_limit_cents: 25_000_000,
    coverage_a_premium_cents: 90_000,
    coverage_b_limit_cents: 10_000_000,
    coverage_e_limit_cents: 100,
    coverage_i_limit_cents: 100,
    coverage_l_limit_cents: 0,
  }
  expect(coverageLines(insured, 1)).toEqual([
    { name: 'A Building Property', limit: 25_000_000, premiumCents: 90_000 },
    { name: 'B Personal Property', limit: 10_000_000, premiumCents: 0 },
    { name: 'E Replacement Cost on Contents', limit: 'Yes', premiumCents: 0 },
    { name: 'I Business Interruption', limit: 'Up to $25,000', premiumCents: 0 },
  ])
  expect(coverageLines(insured, 2)[1]?.name).toBe('B Business Personal Property')
})

it('papers of commercial flood name pollution and business interruption, households loss avoidance', () => {
  const insured = { ...nothing, coverage_c_limit_cents: 1_000_000, coverage_i_limit_cents: 100 }
  expect(coverageLines(insured, 2)).toEqual([
    { name: 'C Pollution', limit: 1_000_000, premiumCents: 0 },
    { name: 'I Business Interruption', limit: 'Up to $25,000', premiumCents: 0 },
  ])
  for (const product of [1, 6]) expect(coverageLines(insured, product)[0]?.name).toBe('C Loss Avoidance')
})
