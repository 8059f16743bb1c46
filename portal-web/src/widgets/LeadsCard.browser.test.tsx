import { exportLeads, listLeads } from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import {
  getRequests,
  keepRequestsPending,
  respondWith,
  respondWithError,
} from '@tideline/web-kit/testing/mock-server.ts'
import { renderScreen } from '@tideline/web-kit/testing/render-screen.tsx'
import { expect, it } from 'vitest'
import { LeadsCard } from './LeadsCard.tsx'

const example = getExample(listLeads)
const [lead] = example.payload.items
const open = () => renderScreen(<LeadsCard agencyNo="100100" />, { path: '/widgets', at: '/widgets' })

it('lists the leads of the agency in pages, and downloads all of them as CSV (AGY-5)', async () => {
  respondWith(listLeads, { ...example, payload: { ...example.payload, resultCount: 11 } })
  respondWith(exportLeads, 'leadId,createdAt' as never)
  const screen = await open()
  await expect.element(screen.getByRole('rowheader', { name: lead?.name ?? '' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: lead?.email ?? '' })).toBeVisible()
  await screen.getByRole('button', { name: 'Download CSV' }).click()
  await expect.poll(() => getRequests(exportLeads).map(({ url }) => new URL(url).search)).toEqual(['?agencyNo=100100'])
  await screen.getByRole('button', { name: 'Page 2' }).click()
  await expect
    .poll(() => getRequests(listLeads).map(({ url }) => new URL(url).search))
    .toEqual([0, 10].map((skip) => expect.stringContaining(`skip=${skip}`)))
})

it('shows a placeholder while the leads load', async () => {
  keepRequestsPending(listLeads)
  const screen = await open()
  await expect.element(screen.getByLabelText('Loading the leads')).toBeInTheDocument()
})

it('explains an empty list', async () => {
  respondWith(listLeads, { ...example, payload: { ...example.payload, resultCount: 0, items: [] } })
  const screen = await open()
  await expect.element(screen.getByText('No leads yet')).toBeVisible()
})

it('shows an error with Retry', async () => {
  respondWithError(listLeads, 429, { message: 'Something went wrong.' })
  const screen = await open()
  await expect.element(screen.getByText(/The leads could not be loaded/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
})
