import type { PolicyHistoryItem } from '@tideline/sdk'
import { expect, test } from 'vitest'
import { groupTermsByAddress } from './group-terms-by-address.ts'

const term = (policyNo: string, address: string, inceptionDate: string, termsAtAddress: number) =>
  ({ policyNo, address, inceptionDate, termsAtAddress }) as PolicyHistoryItem

test('groups policy terms by address, with the newest inception first [D122]', () => {
  const groups = groupTermsByAddress([
    term('RFL3000001', '1 Sample St', '2024-01-01', 3),
    term('RFL3000002', '2 Sample St', '2026-05-01', 1),
    term('RFL3000003', '1 Sample St', '2025-01-01', 3),
  ])
  expect(groups.map(({ address, termCount }) => [address, termCount])).toEqual([
    ['2 Sample St', 1],
    ['1 Sample St', 3],
  ])
  expect(groups[1]?.terms.map(({ policyNo }) => policyNo)).toEqual(['RFL3000003', 'RFL3000001'])
})
