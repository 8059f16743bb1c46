import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { type TidelineEvent, verifyEvent, WebhookVerificationError } from './webhooks.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const event: TidelineEvent = {
  ...{ id: 'evt_5b0c9f1e6f0a4c599a550f6a2f3a1a01', type: 'policy.reinstated', occurredAt: '2026-11-20T15:04:05Z' },
  data: { policyNo: 'RFL3000101', lapse: null },
}
const body = JSON.stringify(event)
const signed = (at: Date) => ({
  'webhook-id': event.id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign(event.id, at, body),
})

test('returns a typed event for a webhook with a valid signature', () => {
  const verified = verifyEvent(secret, new Headers(signed(new Date())), body)
  expect(verified).toEqual(event)
  if (verified.type === 'policy.reinstated') expect(verified.data.policyNo).toBe('RFL3000101')
})

test.each([
  ['another body', body.replace('101', '102'), 0],
  ['an old request', body, -600_000],
  ['a timestamp in the future', body, 600_000],
])('rejects a webhook with an invalid signature or timestamp: %s', (_, text, ms) => {
  const headers = signed(new Date(Date.now() + ms))
  expect(() => verifyEvent(secret, headers, text)).toThrow(WebhookVerificationError)
})
