import type { PolicyTransaction } from '@tideline/sdk'
import { getPolicyTransactions } from '@tideline/sdk/operations'
import { exampleOf } from '@tideline/web-kit/testing/contract.ts'
import { answer } from '@tideline/web-kit/testing/server.ts'
import { show } from '@tideline/web-kit/testing/show.tsx'
import { expect, it } from 'vitest'
import { TransactionsCard } from './Transactions.card.tsx'

const { payload, ...rest } = exampleOf(getPolicyTransactions)
const [example] = payload
const open = (...changes: Partial<PolicyTransaction>[]) => {
  const transactions = changes.map(
    (change, index) =>
      ({ ...example, policyTransactionId: `transaction-${index}`, groupId: null, ...change }) as PolicyTransaction,
  )
  answer(getPolicyTransactions, { ...rest, payload: transactions })
  return show(<TransactionsCard policyNo="RFL3000101" />)
}

it('an endorsement opens in a dialog of its own [P108]', async () => {
  const screen = await open({ transactionType: 'NB' }, { transactionType: 'EB' })
  await screen.getByRole('button', { name: 'View' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Endorsement for RFL3000101' })).toBeVisible()
})

it('endorsements of one group open in a dialog with each of them [P109]', async () => {
  const groupId = '5b0c9f1e-6f0a-4c59-9a55-300010400001'
  const screen = await open(
    { transactionType: 'NB' },
    { transactionType: 'EB', groupId },
    { transactionType: 'EB', groupId },
  )
  await screen.getByRole('button', { name: 'View' }).click()
  const group = screen.getByRole('dialog', { name: 'Grouped Endorsements for RFL3000101' })
  await expect.element(group).toBeVisible()
  expect(group.getByRole('button', { name: 'View' }).elements()).toHaveLength(2)
})

it('a type that nobody knows is shown as it is [P405]', async () => {
  const screen = await open({ transactionType: 'C11' as PolicyTransaction['transactionType'] })
  await expect.element(screen.getByRole('rowheader', { name: 'C11' })).toBeVisible()
})
