import { describe, expect, it } from 'vitest'
import { deepLinkLifetimeMs, payLinkLifetimeMs } from '../link-tokens/link-token.ts'
import { createPayLink } from '../notifications/pay-link.ts'
import { createTestApi } from '../testing/api.ts'
import { createTestContext } from '../testing/area-app.ts'
import { insertPayment, insertPolicy } from '../testing/builders.ts'

const { call, db, keys, at } = await createTestApi()

async function createLinkedPolicy() {
  const policy = await insertPolicy(db, { columns: { phone: '813-555-0142', zip: '33606' } })
  const context = { ...createTestContext(db, { kind: 'job', name: 'delinquency' }, { now: new Date() }), keys }
  const { policy_no: policyNo, identity_id: identityId, email } = policy
  const link = await db
    .transaction()
    .execute((trx) => createPayLink({ ...context, db: trx }, { policyNo, identityId, email }))
  return { policy, link, token: decodeURIComponent(link.split('/policyholder/pay/')[1] ?? '') }
}
const signIn = (Token: string, Phone = '8135550142') =>
  call('POST', '/api/v1/auth/policyholder', { body: { Token, Phone, Zip: '33606' } })

describe('payment link in an invoice email', () => {
  it('contains neither the policy number nor an amount [EML-5]', async () => {
    const { policy, link, token } = await createLinkedPolicy()
    expect(link).not.toContain(policy.policy_no)
    expect(Buffer.from(token, 'base64url').toString()).not.toContain(policy.policy_no)
  })

  it('reveals nothing until the correct phone number and ZIP code are entered [EML-5]', async () => {
    const { policy, token } = await createLinkedPolicy()
    const opened = await call('POST', '/api/v1/auth/deepLink', { body: { Token: token } })
    expect([opened.status, JSON.stringify(await opened.json())]).toEqual([
      200,
      expect.not.stringMatching(new RegExp(`${policy.policy_no}|${policy.insured_name}|${policy.email}`)),
    ])
    const rejected = await signIn(token, '8135550199')
    expect([rejected.status, JSON.stringify(await rejected.json())]).toEqual([
      401,
      expect.not.stringContaining(policy.policy_no),
    ])
  })

  it('opens the payment step directly with the amount currently due [EML-5]', async () => {
    const { policy, token } = await createLinkedPolicy()
    await insertPayment(db, { policyId: policy.policy_id, amountCents: 40_000, now: new Date() })
    await at(deepLinkLifetimeMs + 1000, async () => {
      const { payload } = await (await signIn(token)).json()
      expect(payload).toMatchObject({ purpose: 'pay', policy: { policyNo: policy.policy_no } })
      const seen = await call('GET', `/api/v1/policies/${policy.policy_no}/getConfirmation`, { token: payload.jwt })
      expect((await seen.json()).payload).toMatchObject({ payableAmount: (policy.totalCents - 40_000) / 100 })
    })
  })

  it('works only once and expires after 60 days [EML-5]', async () => {
    const { token } = await createLinkedPolicy()
    const { token: other } = await createLinkedPolicy()
    expect((await signIn(token)).status).toBe(200)
    expect((await signIn(token)).status).toBe(401)
    await at(payLinkLifetimeMs + 1000, async () => expect((await signIn(other)).status).toBe(410))
  })
})
