import {
  createAdminApiKey,
  getAdminApiKey,
  listAdminAccounts,
  listAdminApiKeys,
  revokeAdminApiKey,
  rotateAdminApiKey,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const key = getExample(getAdminApiKey)
const [account] = getExample(listAdminAccounts)

it('sends every filter of the API key list to the API', async () => {
  const filter = { q: 'nightly', state: 'active', agencyNo: '100100' }
  const screen = await renderBackOffice(`/apiKeys?filter=${encodeURIComponent(JSON.stringify(filter))}`, 'superuser')
  await expect.element(screen.getByRole('link', { name: 'Create key' })).toBeVisible()
  await expect.element(screen.getByText(key.prefix)).toBeVisible()
  const [first] = getRequests(listAdminApiKeys)
  expect(JSON.parse(new URL(first?.url ?? '').searchParams.get('filter') ?? '')).toEqual(filter)
})

it('explains the purpose of API keys when the list is empty', async () => {
  respondWith(listAdminApiKeys, [])
  const screen = await renderBackOffice('/apiKeys', 'superuser')
  await expect.element(screen.getByText(/^No keys yet\. Keys that let programs call the API/)).toBeVisible()
})

it('creates an API key with the selected scopes and shows the key once', async () => {
  const created = getExample(createAdminApiKey)
  const screen = await renderBackOffice('/apiKeys/create', 'superuser')
  await screen.getByLabelText(/^Description/).fill('Nightly sync')
  await screen.getByLabelText(/^Acts as/).fill(account?.email ?? '')
  await screen.getByRole('option').first().click()
  await screen.getByRole('checkbox', { name: 'Policies: read' }).click()
  await screen.getByLabelText(/^Expires/).fill('2027-05-01')
  await screen.getByRole('button', { name: 'Create key' }).click()
  await expect.element(screen.getByLabelText('Key', { exact: true })).toHaveValue(created.secret)
  expect(await getRequests(createAdminApiKey)[0]?.json()).toEqual({
    ...{ name: 'Nightly sync', accountId: account?.id, scopes: ['policies:read'], expiresAt: '2027-05-01T23:59:59Z' },
  })
  await screen.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => screen.getByLabelText('Key', { exact: true }).elements()).toEqual([])
})

it('keeps a replaced API key valid for 24 hours', async () => {
  respondWith(getAdminApiKey, key)
  const screen = await renderBackOffice(`/apiKeys/${key.id}/show`, 'superuser')
  await screen.getByRole('button', { name: 'Replace key' }).click()
  await screen.getByRole('button', { name: 'Replace key' }).click()
  await expect.element(screen.getByText(/be able to see it again/)).toBeVisible()
  expect(await getRequests(rotateAdminApiKey)[0]?.json()).toMatchObject({ overlapHours: 24 })
})

it('shows an error in the confirmation dialog when an API key cannot be revoked', async () => {
  respondWith(getAdminApiKey, key)
  const screen = await renderBackOffice(`/apiKeys/${key.id}/show`, 'superuser')
  await screen.getByRole('button', { name: 'Revoke key' }).click()
  respondWithError(revokeAdminApiKey, 503, { code: 'unavailable', message: 'Please try again in a few seconds.' })
  await screen.getByRole('button', { name: 'Revoke key' }).click()
  await expect.element(screen.getByText('Please try again in a few seconds.')).toBeVisible()
})

it('hides the Revoke button on the API key page from read-only users', async () => {
  respondWith(getAdminApiKey, key)
  const screen = await renderBackOffice(`/apiKeys/${key.id}/show`, 'superuser', 'readonly')
  await expect.element(screen.getByText(key.prefix)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Revoke key' }).elements()).toEqual([])
})
