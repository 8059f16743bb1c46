import type { PolicyTransaction } from '@tideline/sdk'
import { expect, test } from 'vitest'
import { getTransactionChanges } from './transaction-changes.ts'
import { getDisplayedTransaction, getTransactionRows } from './transaction-rows.ts'

const one = (policyTransactionId: string, transactionType: string, more: Partial<PolicyTransaction> = {}) =>
  ({
    policyTransactionId,
    transactionType,
    firstName: 'Marina',
    lastName: 'Sample',
    addr1: '1 Sample St',
    city: 'Tampa',
    state: 'FL',
    zip: '33606',
    agencyNo: '100100',
    inceptionDate: '2026-12-15',
    coverageALimit: 250_000,
    grossPremium: 1180,
    totalPremium: 1317.75,
    ...more,
  }) as PolicyTransaction

test('groups endorsements of one group into one row, newest first [D117]', () => {
  const rows = getTransactionRows([
    one('1', 'NB'),
    one('2', 'EB', { groupId: 'g' }),
    one('3', 'EB', { groupId: 'g' }),
    one('4', 'EB'),
  ])
  expect(rows.map(({ type, transactions }) => [type, transactions.length])).toEqual([
    ['EB', 1],
    ['Grouped', 2],
    ['NB', 1],
  ])
  expect(rows[1] && getDisplayedTransaction(rows[1]).policyTransactionId).toBe('3')
})

test('returns the old and new values of only the fields that an endorsement changed', () => {
  const before = one('1', 'NB')
  expect(getTransactionChanges(before, one('2', 'EB'))).toEqual([])
  expect(
    getTransactionChanges(
      before,
      one('2', 'EB', { coverageALimit: 300_000, totalPremium: 1400, email: 'a@example.com' }),
    ),
  ).toEqual([
    { what: 'Email', before: '–', after: 'a@example.com' },
    { what: 'Coverage A', before: '$250,000', after: '$300,000' },
    { what: 'Total premium', before: '$1,317.75', after: '$1,400.00' },
  ])
})
