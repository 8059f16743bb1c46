import { getConfirmation, getPolicyTransactions } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { delayResponses } from '@tideline/web-kit/testing/server.ts'
import { show } from '@tideline/web-kit/testing/show.tsx'
import { beforeEach, expect, it } from 'vitest'
import { cards, PolicyCards } from './PolicyCards.tsx'

const policy = getExample(getConfirmation).payload

// The cards' content has its own tests and is not needed here.
beforeEach(() => delayResponses(getPolicyTransactions))

it('gives every card of the policy page a unique place in its column', () => {
  const places = cards.map(({ column, place }) => `${column} ${place}`)
  expect(places.length).toBeGreaterThan(10)
  expect(new Set(places).size).toBe(places.length)
})

it('shows the policy cards in the order of their places, each in its column', async () => {
  const screen = await show(<PolicyCards column="main" policyNo={policy.policyNo} policy={policy} />)
  await expect.element(screen.getByRole('heading', { name: 'Invoices' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Premium' })).not.toBeInTheDocument()
  const titles = screen
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)
  const known = ['Overview', 'Policy History', 'Invoices', 'Coverages', 'Transactions']
  expect(titles.filter((title) => known.includes(title))).toEqual(known)
})

it('shows a card that needs only the policy number before the policy has loaded', async () => {
  const screen = await show(<PolicyCards column="main" policyNo={policy.policyNo} policy={undefined} />)
  await expect.element(screen.getByRole('heading', { name: 'Policy History' })).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Invoices' })).not.toBeInTheDocument()
})
