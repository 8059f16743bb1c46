import { expect, it } from 'vitest'
import { groupPoliciesByAddress } from './group-policies-by-address.ts'

it('groups policies by address, newest inception first', () => {
  const groups = groupPoliciesByAddress([
    { address: 'A', inceptionDate: '2024-01-01' },
    { address: 'B', inceptionDate: '2025-01-01' },
    { address: 'A', inceptionDate: '2026-01-01' },
  ])
  expect(groups.map(({ address, terms }) => [address, ...terms.map(({ inceptionDate }) => inceptionDate)])).toEqual([
    ['A', '2026-01-01', '2024-01-01'],
    ['B', '2025-01-01'],
  ])
})
