import { getConfirmation, getPolicyTransactions } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { keepRequestsPending } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { beforeEach, expect, it } from 'vitest'
import { PolicyCards, policyCards } from './PolicyCards.tsx'

const policy = getExample(getConfirmation).payload

// Keeps the cards in their loading state, because their content has its own tests.
beforeEach(() => keepRequestsPending(getPolicyTransactions))

it('gives every policy card a unique position in its column', () => {
  const orders = policyCards.map(({ column, order }) => `${column} ${order}`)
  expect(orders.length).toBeGreaterThan(10)
  expect(new Set(orders).size).toBe(orders.length)
})

it('shows the policy cards in the declared order and columns', async () => {
  const screen = await renderScreen(<PolicyCards column="main" policyNo={policy.policyNo} policy={policy} />)
  await expect.element(screen.getByRole('heading', { name: 'Invoices' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Premium' })).not.toBeInTheDocument()
  const titles = screen
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)
  const known = ['Overview', 'Policy History', 'Invoices', 'Coverages', 'Transactions']
  expect(titles.filter((title) => known.includes(title))).toEqual(known)
})

it('shows cards that need only the policy number before the policy loads', async () => {
  const screen = await renderScreen(<PolicyCards column="main" policyNo={policy.policyNo} policy={undefined} />)
  await expect.element(screen.getByRole('heading', { name: 'Policy History' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Invoices' })).not.toBeInTheDocument()
})
