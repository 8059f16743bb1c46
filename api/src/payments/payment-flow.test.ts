import { expect, it } from 'vitest'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPolicy } from '../testing/builders.ts'
import { createStripeBrowserStub } from '../testing/stripe-app.ts'

const api = await createTestApi()
const { stripe } = api.providers

it('accepts a bank account payment from an agent and settles it after signed Stripe webhooks', async () => {
  const agency = await insertAgency(api.db)
  const account = await insertAccount(api.db, { agency_id: agency.agency_id })
  const policy = await insertPolicy(api.db, { columns: { agency_id: agency.agency_id } })
  const token = await api.tokenFor({ accountId: account.account_id })
  const secret = await api.call('POST', '/api/v4/sessions/getClientSecretFromQuoteNumber', {
    token,
    body: { QuoteNumber: policy.quote_number },
  })
  const method = await createStripeBrowserStub(stripe).setUpBank((await secret.json()).client_secret)
  const pay = () =>
    api.call('POST', '/api/v1/payments/ProcessPayment', {
      token,
      body: { PolicyNo: policy.policy_no, PaymentMethodId: method, Amount: 1125 },
      headers: { 'Idempotency-Key': 'whole-app-0001' },
    })
  const [first, second] = [await pay(), await pay()]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(await second.json()).toEqual(await first.json())

  expect(await stripe.simulator?.settle()).toEqual({ failed: 0 })
  const confirmation = await api.call('GET', `/api/v1/policies/${policy.policy_no}/getConfirmation`, { token })
  expect((await confirmation.json()).payload).toMatchObject({ isPaid: true, totalDue: 0 })
})

it('returns 401 for a webhook body without a valid Stripe signature', async () => {
  const response = await api.call('POST', '/api/v1/stripe/webhook', {
    raw: '{"id":"evt_1","type":"payment_intent.succeeded"}',
    headers: { 'Stripe-Signature': 't=1,v1=abc123' },
  })
  expect(response.status).toBe(401)
})

it.each([
  ['ten minutes ahead of the server clock', 600, 401],
  ['ten minutes old', -600, 401],
  ['a minute ahead', 60, 200],
])('checks the timestamp of a signed Stripe event that is %s', async (_, seconds, status) => {
  const raw = JSON.stringify({ id: `evt_${seconds + 1000}`, type: 'customer.created', data: { object: {} } })
  const signature = stripe.client.webhooks.generateTestHeaderString({
    payload: raw,
    secret: stripe.webhookSecret,
    timestamp: Math.floor(Date.now() / 1000) + seconds,
  })
  const response = await api.call('POST', '/api/v1/stripe/webhook', { raw, headers: { 'Stripe-Signature': signature } })
  expect(response.status).toBe(status)
})
