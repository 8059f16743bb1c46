import type { PolicyTransaction } from '@tideline/sdk'
import { getConfirmation, getPolicyTransactions, previewReversal, reverseEndorsement } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import { getRequests, respondWith, respondWithError, waitForResponses } from '@tideline/web-kit/testing/mock-server.ts'
import { buildConfirmation, buildConfirmationPolicy } from '@tideline/web-kit/testing/policy.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { describe, expect, it } from 'vitest'
import { TransactionsCard } from './Transactions.card.tsx'

const { payload, ...rest } = getExample(getPolicyTransactions)
const [example] = payload
const open = async (...changes: Partial<PolicyTransaction>[]) => {
  const transactions = changes.map(
    (change, index) =>
      ({ ...example, policyTransactionId: `transaction-${index}`, groupId: null, ...change }) as PolicyTransaction,
  )
  respondWith(getPolicyTransactions, { ...rest, payload: transactions })
  const screen = await renderScreen(<TransactionsCard policyNo="RFL3000101" />)
  await expandSections('Transactions')
  return screen
}

it('opens an endorsement from the transaction list in a separate dialog [P108]', async () => {
  const screen = await open({ transactionType: 'NB' }, { transactionType: 'EB' })
  await screen.getByRole('button', { name: /^View / }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Endorsement for RFL3000101' })).toBeVisible()
})

it('opens grouped endorsements in a dialog that lists each endorsement [P109]', async () => {
  const groupId = '5b0c9f1e-6f0a-4c59-9a55-300010400001'
  const screen = await open(
    { transactionType: 'NB' },
    { transactionType: 'EB', groupId },
    { transactionType: 'EB', groupId },
  )
  await screen.getByRole('button', { name: /^View / }).click()
  const group = screen.getByRole('dialog', { name: 'Grouped Endorsements for RFL3000101' })
  await expect.element(group).toBeVisible()
  expect(group.getByRole('button', { name: /^View / }).elements()).toHaveLength(2)
})

it('names the transaction of each View button for screen readers', async () => {
  const screen = await open(
    { transactionType: 'EB', postDate: '2026-03-01' },
    { transactionType: 'EB', postDate: '2026-04-01' },
  )
  const names = ['04/01/2026', '03/01/2026'].map((date) => `View Endorsement, posted ${date}`)
  await expect
    .poll(() =>
      screen
        .getByRole('button', { name: /^View / })
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(names)
})

it('shows the code of an unknown transaction type [P405]', async () => {
  const screen = await open({ transactionType: 'C11' as PolicyTransaction['transactionType'] })
  await expect.element(screen.getByRole('rowheader', { name: 'C11' })).toBeVisible()
})

describe('endorsement reversal', () => {
  const openBy = async (may: 'reverseEndorsement'[]) => {
    respondWith(
      getConfirmation,
      buildConfirmation(buildConfirmationPolicy({ by: may.length ? 'internal' : 'agent', may })),
    )
    const screen = await open({ transactionType: 'NB' }, { transactionType: 'EBO' })
    await screen.getByRole('button', { name: /^View / }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Endorsement for RFL3000101' })).toBeVisible()
    return screen
  }
  const form = async () => {
    const screen = await openBy(['reverseEndorsement'])
    await screen.getByRole('button', { name: 'Reverse' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Reverse endorsement?' })
    return { screen, dialog, send: dialog.getByRole('button', { name: 'Reverse', exact: true }) }
  }

  it('is not offered if the server does not allow a reversal', async () => {
    const screen = await openBy([])
    await waitForResponses(getConfirmation)
    expect(getRequests(getConfirmation)).toHaveLength(1)
    await expect.element(screen.getByRole('button', { name: 'Reverse' })).not.toBeInTheDocument()
  })

  it('shows the refund first, requires a reason, and confirms the reversal', async () => {
    const { change } = getExample(previewReversal).payload.pricing
    const { screen, dialog, send } = await form()
    await expect.element(dialog.getByText(/will be refunded\./)).toBeVisible()
    await expect.element(send).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByLabelText('Reason').fill('  Made by mistake. ')
    await send.click()
    await expect.element(screen.getByText('The endorsement was reversed.').first()).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(await getRequests(reverseEndorsement)[0]?.clone().json()).toEqual({ change, reason: 'Made by mistake.' })
  })

  it("shows the server's message after a rejection and recalculates the price", async () => {
    respondWithError(reverseEndorsement, 409, {
      message: 'The price has changed since it was shown. Please review it again.',
    })
    const { dialog, send } = await form()
    await dialog.getByLabelText('Reason').fill('Made by mistake.')
    await send.click()
    await expect.element(dialog.getByText(/^The price has changed since it was shown/)).toBeVisible()
    await expect.poll(() => getRequests(previewReversal).length).toBe(2)
  })

  it('shows the reason instead of a price if an endorsement cannot be reversed', async () => {
    respondWithError(previewReversal, 409, { message: 'The endorsement has already been reversed.' })
    const { dialog, send } = await form()
    await expect.element(dialog.getByText('The endorsement has already been reversed.')).toBeVisible()
    await expect.element(send).toHaveAttribute('aria-disabled', 'true')
  })
})
