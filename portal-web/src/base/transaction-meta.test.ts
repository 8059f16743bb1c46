import type { PolicyTransaction } from '@tideline/sdk'
import { expect, it } from 'vitest'
import { mergeLatestTransaction, parseTransactionMeta, sortByPostDate } from './transaction-meta.ts'

it("reads quote, address, units, and residential share from the transaction's meta JSON [P127] [D111]", () => {
  const meta = {
    quoteNumber: 'Q1',
    addressID: 'a-1',
    addressDataVersion: 3,
    numberOfUnits: 4,
    mixedUseResidentialPct: 25,
  }
  expect(parseTransactionMeta({ meta: JSON.stringify(meta) })).toEqual(meta)
})

it('returns an empty object for unreadable or missing transaction meta', () => {
  expect([parseTransactionMeta({ meta: '{broken' }), parseTransactionMeta(undefined)]).toEqual([{}, {}])
})

it('sorts transactions by post date, oldest first, without changing the input [P234]', () => {
  const given = ['2026-11-20', '2026-11-18', '2026-11-19'].map((postDate) => ({ postDate }) as PolicyTransaction)
  expect(sortByPostDate(given).map(({ postDate }) => postDate)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
  expect(given[0]?.postDate).toBe('2026-11-20')
})

it('merges the latest transaction into the policy, replacing policy fields [P128]', () => {
  const policy = { policyNo: 'RFL3000101', firstName: 'Marina', state: 'FL' }
  const transactions = [
    { postDate: '2026-11-20', firstName: 'Maria', county: 'Pinellas' },
    { postDate: '2026-11-18', firstName: 'Mario', state: 'TX' },
  ] as unknown as PolicyTransaction[]
  expect(mergeLatestTransaction(policy, transactions)).toEqual({
    ...{ policyNo: 'RFL3000101', firstName: 'Maria', state: 'FL' },
    ...{ postDate: '2026-11-20', county: 'Pinellas' },
  })
  expect(mergeLatestTransaction(policy, [])).toEqual(policy)
})
