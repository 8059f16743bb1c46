import type { PolicyHistoryItem } from '@tideline/sdk'
import { getPolicyHistory } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { expandSections } from '@tideline/web-kit/testing/expand-sections.ts'
import { respondWith } from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { PolicyHistoryCard } from './PolicyHistory.card.tsx'

const [example] = getExample(getPolicyHistory).payload.policies
const open = async (...terms: Partial<PolicyHistoryItem>[]) => {
  const policies = terms.map((term, index) => ({ ...example, id: `term-${index}`, ...term }) as PolicyHistoryItem)
  respondWith(getPolicyHistory, {
    ...getExample(getPolicyHistory),
    payload: { policies, resultCount: policies.length },
  })
  const screen = await renderScreen(<PolicyHistoryCard policyNo="RFL3000101" />)
  await expandSections('Policy History')
  return screen
}

it('shows the number of policy terms only for addresses with several terms [D123]', async () => {
  const here = { address: '1 Here St', termsAtAddress: 2 }
  const screen = await open(here, here, { address: '2 There St', termsAtAddress: 1 })
  await expect.element(screen.getByRole('heading', { name: '2 There St' })).toBeVisible()
  await expect.element(screen.getByText('This property has 2 policy terms.')).toBeVisible()
  expect(screen.getByText(/^This property has/).elements()).toHaveLength(1)
})

it("expands the displayed policy's address, and lets the user expand other addresses", async () => {
  const screen = await open(
    { address: '1 Here St', policyNo: 'RFL3000101', termsAtAddress: 1 },
    { address: '2 There St', policyNo: 'RFL3000102', termsAtAddress: 1 },
  )
  await expect.element(screen.getByRole('link', { name: 'RFL3000101' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'RFL3000102' }).elements()).toEqual([])
  await screen.getByText('2 There St').click()
  await expect.element(screen.getByRole('link', { name: 'RFL3000102' })).toBeVisible()
})

it('collapses several other addresses to one line (UI-12)', async () => {
  const screen = await open(
    { address: '1 Here St', policyNo: 'RFL3000101', termsAtAddress: 1 },
    { address: '2 There St', policyNo: 'RFL3000102', termsAtAddress: 1 },
    { address: '3 There St', policyNo: 'RFL3000103', termsAtAddress: 1 },
  )
  await expect.element(screen.getByRole('heading', { name: '1 Here St' })).toBeVisible()
  expect(screen.getByRole('heading', { name: '2 There St' }).elements()).toEqual([])
  await screen.getByText('2 other properties').click()
  await expect.element(screen.getByRole('heading', { name: '2 There St' })).toBeVisible()
  await screen.getByText('3 There St').click()
  await expect.element(screen.getByRole('link', { name: 'RFL3000103' })).toBeVisible()
})
