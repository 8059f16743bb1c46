import { expect, it } from 'vitest'
import { toTermCoverageColumns } from './term-coverage-columns.ts'

it('stores each limit and premium, the deductible, and the insured value of coverages A and B', () => {
  const coverages = [
    { code: 'A', limitCents: 25_000_000, premiumCents: 90_000 },
    { code: 'B', limitCents: 10_000_000, premiumCents: 30_000 },
    { code: 'C', limitCents: 100_000, premiumCents: null },
  ]
  expect(toTermCoverageColumns({ coverages, deductibleCents: 200_000 })).toEqual({
    ...{ coverage_a_limit_cents: 25_000_000, coverage_a_premium_cents: 90_000 },
    ...{ coverage_b_limit_cents: 10_000_000, coverage_b_premium_cents: 30_000 },
    ...{ coverage_c_limit_cents: 100_000, coverage_c_premium_cents: null },
    ...{ tiv_cents: 35_000_000, deductible_cents: 200_000 },
  })
})
