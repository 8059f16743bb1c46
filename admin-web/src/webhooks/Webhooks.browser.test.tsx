import {
  createAdminWebhookEndpoint,
  getAdminWebhookEndpoint,
  listAdminWebhookDeliveries,
  listAdminWebhookEndpoints,
  replayAdminWebhookDelivery,
  testAdminWebhookEndpoint,
} from '@tideline/sdk/operations'
import { getExample } from '@tideline/web-kit/testing/contract.ts'
import { getRequests, respondWith, respondWithError } from '@tideline/web-kit/testing/mock-server.ts'
import { expect, it } from 'vitest'
import { renderBackOffice } from '../testing/render-back-office.tsx'

const endpoint = getExample(getAdminWebhookEndpoint)

it('explains the purpose of webhook endpoints when the list is empty', async () => {
  respondWith(listAdminWebhookEndpoints, [])
  const screen = await renderBackOffice('/webhookEndpoints', 'superuser')
  await expect.element(screen.getByText(/receive signed events/)).toBeVisible()
})

it('adds a webhook endpoint for all events of an agency and shows the secret once', async () => {
  const created = getExample(createAdminWebhookEndpoint)
  const screen = await renderBackOffice('/webhookEndpoints/create', 'superuser')
  await screen.getByLabelText(/^Description/).fill('CRM')
  await screen.getByLabelText(/^URL/).fill('https://crm.example.com/hooks')
  await screen.getByLabelText(/^Agency number/).fill('100100')
  await screen.getByRole('button', { name: 'Add endpoint' }).click()
  await expect.element(screen.getByLabelText('Secret', { exact: true })).toHaveValue(created.secret)
  expect(await getRequests(createAdminWebhookEndpoint)[0]?.json()).toEqual({
    ...{ name: 'CRM', url: 'https://crm.example.com/hooks', agencyNo: '100100', types: [] },
  })
})

it('explains on the new webhook endpoint form which setting allows local URLs', async () => {
  const screen = await renderBackOffice('/webhookEndpoints/create', 'superuser')
  await expect.element(screen.getByText(/set WEBHOOKS_MAY_GO_INSIDE=true on the server to allow http:/)).toBeVisible()
})

it('lists the deliveries of a webhook endpoint and resends a delivery', async () => {
  respondWith(getAdminWebhookEndpoint, endpoint)
  const screen = await renderBackOffice(`/webhookEndpoints/${endpoint.id}`, 'superuser')
  await screen.getByRole('button', { name: /^Resend policy.cancelled/ }).click()
  await expect.poll(() => getRequests(replayAdminWebhookDelivery).length).toBe(1)
  const [first] = getRequests(listAdminWebhookDeliveries)
  expect(JSON.parse(new URL(first?.url ?? '').searchParams.get('filter') ?? '')).toEqual({ endpointId: endpoint.id })
})

it('shows the server’s message when a test event is rejected', async () => {
  respondWith(getAdminWebhookEndpoint, { ...endpoint, isActive: false })
  const message = 'This endpoint is disabled. Enable it first.'
  respondWithError(testAdminWebhookEndpoint, 409, { code: 'endpoint_disabled', message })
  const screen = await renderBackOffice(`/webhookEndpoints/${endpoint.id}`, 'superuser')
  await screen.getByRole('button', { name: 'Send test event' }).click()
  await expect.element(screen.getByText(message)).toBeVisible()
})

it('hides all buttons on a webhook endpoint page from read-only users', async () => {
  respondWith(getAdminWebhookEndpoint, endpoint)
  const screen = await renderBackOffice(`/webhookEndpoints/${endpoint.id}`, 'superuser', 'readonly')
  await expect.element(screen.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  expect(screen.getByRole('button', { name: /send|save/i }).elements()).toEqual([])
})
