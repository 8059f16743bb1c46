import { describe, expect, it } from 'vitest'
import { createAgentActor, createInsuredActor, createStaffActor } from '../../testing/area-app.ts'
import { insertAgency, insertPolicy, type PolicyOptions } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createStripeApp } from '../../testing/stripe-app.ts'
import { paymentHandlers } from '../routes.ts'
import { consentTerms } from './consent-terms.ts'

const database = await createTestDatabase()
const { db } = database
const { call, inBrowser } = await createStripeApp(database, paymentHandlers)
const agency = await insertAgency(db)
const agent = createAgentActor(agency)

/** A monthly earthquake policy whose first amount is due on December 15. */
const bound = (options: PolicyOptions = {}) =>
  insertPolicy(db, {
    product: 4,
    monthly: true,
    ...options,
    columns: { agency_id: agency.agency_id, ...options.columns },
  })
type Bound = Awaited<ReturnType<typeof bound>>
const getInsured = (policy: Bound) =>
  createInsuredActor(policy.identity_id, { identification: { method: 'mailbox', mailbox: policy.email } })

/** Saves a card for the policy and returns its Stripe id. */
async function saveCard(policy: Bound): Promise<string> {
  const { body } = await call(agent, 'POST /api/v1/payments/createSetupIntent', {
    body: { firstname: 'Marina', lastName: 'Sample', email: policy.email, policyNo: policy.policy_no },
  })
  const PaymentMethodId = await inBrowser.setUpCard(body.payload.data.client_secret)
  await call(agent, 'POST /api/v1/payments/updatePaymentMethod', {
    body: { PolicyNo: policy.policy_no, PaymentMethodId },
  })
  return PaymentMethodId
}

type Actor = Parameters<typeof call>[0]
const turnOn = (actor: Actor, policy: Bound, stripePaymentMethodId: string, more: object = {}) =>
  call(actor, `PUT /api/v1/policies/${policy.policy_no}/autoPay`, {
    body: { stripePaymentMethodId, termsVersion: consentTerms.version, ...more },
  })
const read = async (actor: Actor, policy: Bound) =>
  (await call(actor, `GET /api/v1/policies/${policy.policy_no}/autoPay`)).body.payload
const getMails = async (policy: Bound) => {
  const { rows } = await database.pool.query<{ template: string; values: Record<string, string> }>(
    `select payload ->> 'template' as template, payload -> 'values' as values from graphile_worker._private_jobs
      where payload ->> 'policyId' = $1 order by id`,
    [policy.policy_id],
  )
  return rows
}
const getAudit = (policy: Bound) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'actor_name', 'details'])
    .where('policy_id', '=', policy.policy_id)
    .where('action', 'like', 'autoPay.%')
    .orderBy('occurred_at')
    .orderBy('audit_id')
    .execute()

describe('getAutoPay', () => {
  it('returns the terms, the included installments and the next planned charge', async () => {
    const policy = await bound()
    const autoPay = await read(agent, policy)
    expect(autoPay).toMatchObject({ consent: null, hold: null, terms: consentTerms, earlierConsents: [] })
    expect(autoPay.nextCharge.date).toBe('2026-12-15')
    expect(autoPay.includedObligations).toHaveLength(12)
  })

  it('plans no charge for a yearly policy without endorsements (AUT-1)', async () => {
    const autoPay = await read(agent, await bound({ product: 1, monthly: false }))
    expect(autoPay).toMatchObject({ nextCharge: null, includedObligations: [] })
  })
})

describe('turnOnAutoPay', () => {
  it('stores the terms version, date, payment method and identification method (AUT-1)', async () => {
    const policy = await bound()
    const { status, body } = await turnOn(getInsured(policy), policy, await saveCard(policy))
    expect(status).toBe(200)
    expect(body.payload.consent).toMatchObject({
      ...{ terms: consentTerms.text, termsVersion: consentTerms.version, startsOn: '2026-11-20', endedAt: null },
      ...{ givenByType: 'policyholder', paymentMethod: { cardBrand: 'visa', lastFourDigits: '4242' } },
    })
    const [consent] = await db
      .selectFrom('auto_pay_consents')
      .selectAll()
      .where('policy_id', '=', policy.policy_id)
      .execute()
    expect(consent).toMatchObject({ identified_by: 'mailbox', given_by_id: policy.identity_id })
    expect(consent?.shown_cents).toBe(Math.round(body.payload.nextCharge.amount * 100))
    expect(await getAudit(policy)).toMatchObject([{ action: 'autoPay.turnOn', details: { lastFour: '4242' } }])
  })

  it('emails the authorization to the policyholder even if an agent recorded the consent (AUT-2)', async () => {
    const policy = await bound()
    const { status, body } = await turnOn(agent, policy, await saveCard(policy), { hasPolicyholderAgreed: true })
    expect([status, body.payload.consent.givenByType, body.payload.consent.startsOn]).toEqual([
      200,
      'agent',
      '2026-11-23',
    ])
    const [mail, ...others] = await getMails(policy)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      template: 'auto-pay-on',
      values: { terms: consentTerms.text, method: 'Visa ending in 4242' },
    })
    expect(mail?.values.recorded).toContain('If you did not agree, turn it off now. Nothing is charged for 3 days.')
    expect((await getAudit(policy))[0]?.details).toMatchObject({ hasPolicyholderAgreed: true })
  })

  it.each<[string, number, string, (policy: Bound) => Actor, object]>([
    ['an agent who did not ask the policyholder', 422, 'missing_policyholder_consent', () => agent, {}],
    ['staff who did not ask the policyholder', 422, 'missing_policyholder_consent', () => createStaffActor(), {}],
    ['terms that have changed', 422, 'consent_outdated', getInsured, { termsVersion: '2020-01' }],
    ['an unsaved payment method', 422, 'unknown_payment_method', getInsured, { stripePaymentMethodId: 'pm_other' }],
    [
      ...(['a policyholder whose link another person may have seen', 403, 'missing_code'] as const),
      (policy) =>
        createInsuredActor(policy.identity_id, { identification: { method: 'mailbox', mailbox: 'old@example.com' } }),
      {},
    ],
    [
      'a user with the role nopayoptin',
      403,
      'forbidden',
      () => createAgentActor(agency, { roles: new Set(['nopayoptin']) }),
      { hasPolicyholderAgreed: true },
    ],
    ['a read-only user', 403, 'forbidden', () => createAgentActor(agency, { roles: new Set(['readonly']) }), {}],
  ])('rejects %s (AUT-2)', async (_, expected, code, getActor, more) => {
    const policy = await bound()
    const { status, body } = await turnOn(getActor(policy), policy, await saveCard(policy), more)
    expect([status, body.errors[0].code]).toEqual([expected, code])
    expect((await read(agent, policy)).consent).toBeNull()
    expect(await getMails(policy)).toEqual([])
  })

  it('rejects a request by an agent if the policyholder has no email address (AUT-2)', async () => {
    const policy = await bound()
    const card = await saveCard(policy)
    await db.updateTable('policies').set({ email: '' }).where('policy_id', '=', policy.policy_id).execute()
    const { status, body } = await turnOn(agent, policy, card, { hasPolicyholderAgreed: true })
    expect([status, body.errors[0].code]).toEqual([422, 'missing_email'])
  })

  it.each([
    ['policy_pending_cancel', { pending_cancel_at: new Date('2026-11-19T15:00:00Z'), cancel_reason_code: '33' }],
    ['policy_cancelled', { cancelled_at: new Date('2026-11-19T15:00:00Z'), cancel_reason_code: '33' }],
    ['policy_expired', { inception_date: '2025-11-01', expiration_date: '2026-11-01' }],
  ])('returns the error %s for an ineligible policy', async (code, columns) => {
    const policy = await bound()
    const card = await saveCard(policy)
    await db.updateTable('policies').set(columns).where('policy_id', '=', policy.policy_id).execute()
    const { status, body } = await turnOn(getInsured(policy), policy, card)
    expect([status, body.errors[0].code]).toEqual([409, code])
  })

  it('replaces the consent for a new payment method, and keeps the earlier consent on record', async () => {
    const policy = await bound()
    const [first, second] = [await saveCard(policy), await saveCard(policy)]
    await turnOn(getInsured(policy), policy, first)
    const { body } = await turnOn(getInsured(policy), policy, second)
    expect(body.payload).toMatchObject({
      consent: { stripePaymentMethodId: second },
      earlierConsents: [{ stripePaymentMethodId: first, endReason: 'replaced' }],
    })
  })

  it('leaves one active consent if two requests run at the same time', async () => {
    const policy = await bound()
    const card = await saveCard(policy)
    const both = await Promise.all([1, 2].map(() => turnOn(getInsured(policy), policy, card)))
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await read(agent, policy)).earlierConsents).toHaveLength(1)
  })
})

describe('turnOffAutoPay', () => {
  const turnOff = (actor: Actor, policy: Bound) => call(actor, `DELETE /api/v1/policies/${policy.policy_no}/autoPay`)

  it('ends the consent, keeps it on record and emails the policyholder (AUT-3)', async () => {
    const policy = await bound()
    await turnOn(getInsured(policy), policy, await saveCard(policy))
    const { status, body } = await turnOff(agent, policy)
    expect(status).toBe(200)
    expect(body.payload).toMatchObject({ consent: null, earlierConsents: [{ endReason: 'withdrawn' }] })
    expect((await getMails(policy)).map(({ template }) => template)).toEqual(['auto-pay-on', 'auto-pay-off'])
    expect((await getAudit(policy)).map(({ action }) => action)).toEqual(['autoPay.turnOn', 'autoPay.end'])
    await turnOff(agent, policy)
    const events = db.selectFrom('events').select(['type', 'data']).where('policy_id', '=', policy.policy_id)
    expect(await events.where('type', '=', 'policy.auto_pay_turned_off').execute()).toEqual([
      { type: 'policy.auto_pay_turned_off', data: { policyNo: policy.policy_no, reason: 'withdrawn' } },
    ])
  })

  it('accepts any policyholder link, and does nothing if auto-pay is already off', async () => {
    const policy = await bound()
    const identification = { method: 'mailbox' as const, mailbox: 'old@example.com' }
    const linked = createInsuredActor(policy.identity_id, { identification })
    expect((await turnOff(linked, policy)).status).toBe(200)
    expect(await getMails(policy)).toEqual([])
  })
})

describe('removePaymentMethod', () => {
  it('ends a consent that uses the payment method (AUT-3)', async () => {
    const policy = await bound()
    const [other, card] = [await saveCard(policy), await saveCard(policy)]
    await turnOn(getInsured(policy), policy, card)
    const remove = (id: string) => call(agent, `DELETE /api/v1/payments/removePaymentMethod/${policy.policy_no}/${id}`)
    await remove(other)
    expect((await read(agent, policy)).consent).not.toBeNull()
    await remove(card)
    expect(await read(agent, policy)).toMatchObject({
      consent: null,
      earlierConsents: [{ endReason: 'methodRemoved' }],
    })
    expect((await getMails(policy)).at(-1)?.template).toBe('auto-pay-off')
  })
})
