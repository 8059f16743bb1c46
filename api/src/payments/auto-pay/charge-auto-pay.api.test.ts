import { sql } from 'kysely'
import Stripe from 'stripe'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../calendar/days.ts'
import type { Ctx } from '../../http/context.ts'
import { postInvoice } from '../../ledger/invoices.ts'
import { clearSettingsCache } from '../../settings/settings.ts'
import { createAgentActor, createInsuredActor, createTestContext } from '../../testing/area-app.ts'
import { insertAgency, insertAutoPay, insertPayment, insertPolicy, type PolicyOptions } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createStripeApp } from '../../testing/stripe-app.ts'
import { getPolicyClientSecret } from '../card-form/set-up.ts'
import { chargeRenewal } from '../charge/charge-renewal.ts'
import { finishPayment } from '../charge/finish-payment.ts'
import { changePaymentMethod, removePaymentMethod } from '../methods/change-method.ts'
import { paymentHandlers } from '../routes.ts'
import { chargeAutoPay } from './charge-policy.ts'
import { turnOffAutoPay, turnOnAutoPay } from './consent.ts'
import { consentTerms } from './consent-terms.ts'
import { findAutomaticCharge, isChargedByAutoPay, readAutoPayBatches } from './read-auto-pay.ts'
import { sweepAutoPay } from './sweep-auto-pay.ts'

const database = await createTestDatabase()
const { db } = database
const { stripe, simulator, inBrowser } = await createStripeApp(database, paymentHandlers)
const agency = await insertAgency(db)
const agent = createAgentActor(agency)
const at = (day: string) => new Date(`${day}T16:00:00Z`)

type StripeProvider = Ctx['providers']['stripe']
const createContext = (
  day: string,
  actor: Ctx['actor'] = { kind: 'job', name: 'auto_pay' },
  provider: StripeProvider = stripe,
) => createTestContext(db, actor, { now: at(day), providers: { stripe: provider } })
const run = (policy: Bound, day: string, provider?: StripeProvider) =>
  chargeAutoPay(createContext(day, undefined, provider), policy.policy_no)

/** A monthly earthquake policy whose installments are due on the 15th, the first one on December 15. */
const bound = (options: PolicyOptions = {}) =>
  insertPolicy(db, {
    product: 4,
    monthly: true,
    ...options,
    columns: { agency_id: agency.agency_id, ...options.columns },
  })
type Bound = Awaited<ReturnType<typeof bound>>

const cards = { works: '4242424242424242', noFunds: '4000000000000341', disputes: '4000000000000259' }

async function saveMethod(policy: Bound, kind: keyof typeof cards | { account: string }): Promise<string> {
  const ctx = createContext('2026-11-20', agent)
  const secret = await getPolicyClientSecret(ctx, { policyNo: policy.policy_no })
  const id =
    typeof kind === 'string'
      ? await inBrowser.setUpCard(secret, cards[kind])
      : await inBrowser.setUpBank(secret, kind.account)
  await changePaymentMethod(ctx, {
    ...{ policyNo: policy.policy_no, stripePaymentMethodId: id, isDefault: true },
    ...{ optInAutoPayRenewal: false, chargeAfterUpdate: false },
  })
  return id
}
const consent = (policy: Bound, stripePaymentMethodId: string, day = '2026-11-20') =>
  turnOnAutoPay(
    createContext(
      day,
      createInsuredActor(policy.identity_id, { identification: { method: 'mailbox', mailbox: policy.email } }),
    ),
    policy.policy_no,
    { stripePaymentMethodId, termsVersion: consentTerms.version },
  )

async function insertWithAutoPay(kind: keyof typeof cards | { account: string }, options: PolicyOptions = {}) {
  const policy = await bound(options)
  await consent(policy, await saveMethod(policy, kind))
  return policy
}
const goodAccount = { account: '000123456789' }

const getEvents = (policy: Bound) =>
  db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('policy_id', '=', policy.policy_id)
    .where('type', 'like', 'policy.auto_pay_%')
    .orderBy('event_no')
    .execute()
const getPayments = (policy: Bound) =>
  db.selectFrom('payments').selectAll().where('policy_id', '=', policy.policy_id).orderBy('created_at').execute()
const getStatuses = async (policy: Bound) => (await getPayments(policy)).map(({ status }) => status)
const getObligations = (policy: Bound) =>
  db.selectFrom('obligations').selectAll().where('policy_id', '=', policy.policy_id).orderBy('obligation_no').execute()
const getConsent = (policy: Bound) =>
  db
    .selectFrom('auto_pay_consents')
    .selectAll()
    .where('policy_id', '=', policy.policy_id)
    .orderBy('given_at', 'desc')
    .executeTakeFirstOrThrow()
const getIntents = async (policy: Bound) =>
  (await stripe.client.paymentIntents.list({ limit: 100 })).data.filter(
    ({ metadata }) => metadata.policyNo === policy.policy_no,
  )
const getMails = async (policy: Bound) => {
  const { rows } = await sql<{ template: string; values: Record<string, string | number> }>`
    select payload ->> 'template' as template, payload -> 'values' as values from graphile_worker._private_jobs
    where payload ->> 'policyId' = ${policy.policy_id} order by id`.execute(db)
  return rows.filter(({ template }) => template !== 'auto-pay-on')
}
const getTemplates = async (policy: Bound) => (await getMails(policy)).map(({ template }) => template)
const getBalance = (policy: Bound) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policy.policy_id).executeTakeFirstOrThrow()

/** Posts an endorsement that is spread over the installments after `day`. */
const endorse = (policy: Bound, day: string, amountCents: number) =>
  db.transaction().execute((trx) =>
    postInvoice(trx, {
      ...{ policyId: policy.policy_id, purpose: 'endorsement', dueDate: addDays(day, 30), spreadFrom: day },
      lines: [{ charge: 'premium_written', amountCents, description: 'Premium' }],
    }),
  )

const lineBroke = new Stripe.errors.StripeConnectionError({ message: 'The line broke.', type: 'api_error' })
/** Simulates a process that stops before or after its charge reaches Stripe. */
const stopping = (when: 'before' | 'after', meanwhile = async () => {}): StripeProvider => {
  const { client } = stripe
  const create = async (...args: unknown[]) => {
    if (when === 'after') await Reflect.apply(client.paymentIntents.create, client.paymentIntents, args)
    await meanwhile()
    throw lineBroke
  }
  const paymentIntents = new Proxy(client.paymentIntents, {
    get: (target, name) => (name === 'create' ? create : Reflect.get(target, name).bind(target)),
  })
  const stopped = new Proxy(client, {
    get: (target, name) => (name === 'paymentIntents' ? paymentIntents : Reflect.get(target, name)),
  })
  return { ...stripe, client: stopped }
}
const getFinishJob = async (policyPaymentId: string) => {
  const { rows } = await sql<{ payload: { policyPaymentId: string } }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'finish-payment' and payload ->> 'policyPaymentId' = ${policyPaymentId}`.execute(db)
  expect(rows).toHaveLength(1)
  return rows[0]?.payload ?? { policyPaymentId }
}

describe('chargeAutoPay', () => {
  it('charges an installment once on its due date, without a card fee (AUT-4)', async () => {
    const policy = await insertWithAutoPay('works')
    await run(policy, '2026-12-14')
    expect(await getPayments(policy)).toEqual([])
    await run(policy, '2026-12-15')
    await run(policy, '2026-12-15')
    await run(policy, '2027-01-14')
    const [first] = await getObligations(policy)
    expect(await getPayments(policy)).toMatchObject([
      { status: 'paid', amount_cents: first?.amount_cents, fee_cents: 0, description: 'Automatic payment' },
    ])
    expect(first?.open_cents).toBe(0)
    expect(await getTemplates(policy)).toEqual(['receipt'])
    await run(policy, '2027-01-15')
    expect(await getStatuses(policy)).toEqual(['paid', 'paid'])
  })

  it('combines an installment and an endorsement with the same due date into one payment (AUT-4)', async () => {
    const policy = await insertWithAutoPay('works')
    await run(policy, '2026-12-15')
    await endorse(policy, '2026-12-20', 11_000)
    await run(policy, '2027-01-15')
    const [, second] = await getPayments(policy)
    const due = (await getObligations(policy)).filter(({ due_date }) => due_date === '2027-01-15')
    expect(due.map(({ purpose }) => purpose)).toEqual(['installment', 'endorsement'])
    expect(second?.amount_cents).toBe(due.reduce((cents, { amount_cents }) => cents + amount_cents, 0))
  })

  it('makes only one charge if several jobs run at the same time', async () => {
    const policy = await insertWithAutoPay('works')
    await Promise.all([run(policy, '2026-12-15'), run(policy, '2026-12-15'), run(policy, '2026-12-15')])
    expect(await getStatuses(policy)).toEqual(['paid'])
    expect(await getIntents(policy)).toHaveLength(1)
  })

  it.each(['before', 'after'] as const)(
    'makes only one charge if the process stops %s the charge reaches Stripe (PAY-8)',
    async (when) => {
      const policy = await insertWithAutoPay('works')
      await run(policy, '2026-12-15', stopping(when))
      await run(policy, '2026-12-15')
      const [payment] = await getPayments(policy)
      const job = await getFinishJob(payment?.policy_payment_id ?? '')
      await finishPayment(createContext('2026-12-15'), job)
      await finishPayment(createContext('2026-12-15'), job)
      await run(policy, '2026-12-16')
      expect(await getStatuses(policy)).toEqual(['paid'])
      expect(await getIntents(policy)).toMatchObject([{ status: 'succeeded', amount: payment?.amount_cents }])
    },
  )

  it('ignores repeated webhook deliveries for the same debit', async () => {
    const policy = await insertWithAutoPay(goodAccount)
    await run(policy, '2026-12-15')
    await simulator.settle((events) => [...events, ...events.toReversed(), ...events])
    expect(await getStatuses(policy)).toEqual(['paid'])
    const [first] = await getObligations(policy)
    expect(await getBalance(policy)).toMatchObject({ processing_cents: 0, received_cents: first?.amount_cents })
    expect(await getTemplates(policy)).toEqual(['payment-processing', 'payment-received'])
  })

  it('does not charge or send an email while a payment is processing (AUT-7)', async () => {
    const policy = await insertWithAutoPay('works')
    await insertPayment(db, {
      policyId: policy.policy_id,
      amountCents: 100,
      now: at('2026-12-15'),
      status: 'processing',
      typeId: 2,
    })
    await run(policy, '2026-12-15')
    expect(await getStatuses(policy)).toEqual(['processing'])
    expect(await getTemplates(policy)).toEqual([])
  })

  it('skips a policy that is pending cancellation, and ends the consent after expiration (AUT-3, AUT-7)', async () => {
    const policy = await insertWithAutoPay('works')
    const set = (columns: object) =>
      db.updateTable('policies').set(columns).where('policy_id', '=', policy.policy_id).execute()
    await set({ pending_cancel_at: at('2026-12-10'), cancel_reason_code: '33' })
    await run(policy, '2026-12-15')
    expect((await getConsent(policy)).end_reason).toBeNull()
    await set({ pending_cancel_at: null, cancel_reason_code: null })
    await run(policy, '2027-12-15')
    expect((await getConsent(policy)).end_reason).toBe('expired')
    expect(await getPayments(policy)).toEqual([])
  })

  it('does not charge renewal installments twice if the renewal opt-in is also on (AUT-1)', async () => {
    const policy = await bound({ columns: { original_trans_type: 'RN' } })
    const id = await saveMethod(policy, 'works')
    await db
      .updateTable('payment_methods')
      .set({ opt_in_auto_pay_renewal: true })
      .where('stripe_payment_method_id', '=', id)
      .execute()
    await consent(policy, id)
    await chargeRenewal(createContext('2026-12-15'), policy.policy_no)
    expect(await getPayments(policy)).toEqual([])
    await run(policy, '2026-12-15')
    expect(await getStatuses(policy)).toEqual(['paid'])
  })
})

describe('failed automatic charge', () => {
  it('is retried only after 3 and 7 days, with the next step in each email (AUT-6)', async () => {
    const policy = await insertWithAutoPay('noFunds')
    for (let day = '2026-12-15'; day <= '2027-01-05'; day = addDays(day, 1)) await run(policy, day)
    const days = (await getPayments(policy)).map(({ created_at }) => created_at.toISOString().slice(0, 10))
    expect(days).toEqual(['2026-12-15', '2026-12-18', '2026-12-22'])
    expect(await getStatuses(policy)).toEqual(['failed', 'failed', 'failed'])
    const mails = await getMails(policy)
    expect(mails.map(({ template }) => template)).toEqual([
      ...['auto-pay-failed', 'auto-pay-failed', 'auto-pay-failed', 'agency-auto-pay-failed'],
    ])
    const steps = mails.slice(0, 3).map(({ values }) => String(values.nextStep))
    expect(steps[0]).toContain('We will try again on 12/18/2026.')
    expect(steps[1]).toContain('We will try again on 12/22/2026.')
    expect(steps[2]).toContain('We will not try again.')
    expect((await getConsent(policy)).end_reason).toBeNull()
    expect((await getBalance(policy)).due_cents).toBe(policy.totalCents)
    const [payment] = await getPayments(policy)
    expect(await getEvents(policy)).toMatchObject([
      { type: 'policy.auto_pay_turned_on', data: { givenByType: 'policyholder', startsOn: '2026-11-20' } },
      {
        type: 'policy.auto_pay_charge_failed',
        data: { amount: (payment?.amount_cents ?? 0) / 100, retryOn: '2026-12-18' },
      },
      { type: 'policy.auto_pay_charge_failed', data: { retryOn: '2026-12-22' } },
      { type: 'policy.auto_pay_charge_failed', data: { retryOn: null } },
    ])
  })

  it('is not retried and ends the consent after a permanent decline (AUT-3, AUT-6)', async () => {
    const policy = await insertWithAutoPay({ account: '000111111113' })
    await run(policy, '2026-12-15')
    await simulator.settle()
    for (const day of ['2026-12-18', '2026-12-22', '2027-01-15']) await run(policy, day)
    expect(await getPayments(policy)).toMatchObject([{ status: 'failed', failure_code: 'account_closed' }])
    expect(await getConsent(policy)).toMatchObject({ end_reason: 'declined', ended_by_name: 'Tideline' })
    const mails = await getMails(policy)
    expect(mails.map(({ template }) => template)).toEqual([
      'payment-processing',
      'auto-pay-failed',
      'agency-auto-pay-failed',
    ])
    expect(String(mails[1]?.values.nextStep)).toContain('Auto-pay is off now.')
    expect((await getEvents(policy)).slice(1)).toMatchObject([
      { type: 'policy.auto_pay_turned_off', data: { reason: 'declined' } },
      { type: 'policy.auto_pay_charge_failed', data: { retryOn: null } },
    ])
  })

  it('ends the auto-pay consent if disputed by the payer (AUT-3)', async () => {
    const policy = await insertWithAutoPay('disputes')
    await run(policy, '2026-12-15')
    await simulator.settle()
    for (const day of ['2026-12-18', '2027-01-15']) await run(policy, day)
    expect(await getStatuses(policy)).toEqual(['disputed'])
    expect((await getConsent(policy)).end_reason).toBe('disputed')
    expect((await getEvents(policy)).slice(1)).toMatchObject([
      { type: 'policy.auto_pay_turned_off', data: { reason: 'disputed' } },
      { type: 'policy.auto_pay_charge_failed', data: { retryOn: null } },
    ])
  })

  it('is retried without another announcement if the bank account has insufficient funds (AUT-6, AUT-8)', async () => {
    const policy = await insertWithAutoPay({ account: '000222222227' })
    for (const day of ['2026-12-15', '2026-12-18', '2026-12-20', '2026-12-25']) {
      await run(policy, day)
      await simulator.settle()
    }
    expect((await getPayments(policy)).map(({ status }) => status).every((status) => status === 'failed')).toBe(true)
    expect(await getTemplates(policy)).not.toContain('auto-pay-announcement')
  })

  it('is retried on the new card if the card is replaced between attempts', async () => {
    const policy = await insertWithAutoPay('noFunds')
    await run(policy, '2026-12-15')
    await consent(policy, await saveMethod(policy, 'works'), '2026-12-16')
    await run(policy, '2026-12-16')
    expect(await getStatuses(policy)).toEqual(['failed', 'paid'])
    const methods = (await getPayments(policy)).map(({ payment_method_id }) => payment_method_id)
    expect(new Set(methods).size).toBe(2)
  })

  it('is not retried on the same card after the last retry, even with a new consent', async () => {
    const policy = await bound()
    const card = await saveMethod(policy, 'noFunds')
    await consent(policy, card)
    for (const day of ['2026-12-15', '2026-12-18', '2026-12-22']) await run(policy, day)
    await consent(policy, card, '2026-12-26')
    await run(policy, '2026-12-26')
    expect(await getStatuses(policy)).toEqual(['failed', 'failed', 'failed'])
  })

  it.each([
    ['card', 'noFunds', ['2026-12-15', '2026-12-18', '2026-12-22']],
    // The simulator reports a failed debit before its date, so it is not retried.
    ['bank account', { account: '000222222227' }, ['2026-12-15']],
  ] as const)('is not retried more often on a %s that was saved again (AUT-6)', async (_, method, days) => {
    const policy = await insertWithAutoPay(method)
    for (const day of days) {
      await run(policy, day)
      await simulator.settle()
    }
    const failed = days.map(() => 'failed')
    expect(await getStatuses(policy)).toEqual(failed)
    const last = days.at(-1) ?? ''
    await consent(policy, await saveMethod(policy, method), last)
    expect(await getConsent(policy)).toMatchObject({ given_at: at(last), end_reason: null })
    for (const after of [0, 4]) await run(policy, addDays(last, after))
    expect(await getStatuses(policy)).toEqual(failed)
  })

  it('is retried on the same payment method even if it is no longer the default', async () => {
    const policy = await insertWithAutoPay('noFunds')
    await db
      .updateTable('payment_methods')
      .set({ is_default: false })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    await run(policy, '2026-12-15')
    await run(policy, '2026-12-18')
    expect(await getStatuses(policy)).toEqual(['failed', 'failed'])
  })
})

describe('withdrawal of auto-pay consent', () => {
  it('stops a charge whose job is already queued (AUT-3)', async () => {
    const policy = await insertWithAutoPay('works')
    await sweepAutoPay(createContext('2026-12-15'))
    await turnOffAutoPay(createContext('2026-12-15', agent), policy.policy_no)
    await run(policy, '2026-12-15')
    expect(await getPayments(policy)).toEqual([])
  })

  it('stops a recorded charge that was not sent to Stripe because of a crash', async () => {
    const policy = await insertWithAutoPay('works')
    await run(policy, '2026-12-15', stopping('before'))
    await turnOffAutoPay(createContext('2026-12-15', agent), policy.policy_no)
    const [payment] = await getPayments(policy)
    await finishPayment(createContext('2026-12-15'), await getFinishJob(payment?.policy_payment_id ?? ''))
    expect(await getPayments(policy)).toMatchObject([{ status: 'failed', failure_code: 'consent_withdrawn' }])
    expect(await getIntents(policy)).toEqual([])
  })

  it('does not send such a charge if the policy was cancelled or the consent was replaced (AUT-3, BIL-17)', async () => {
    for (const end_reason of ['cancelled', 'replaced'] as const) {
      const policy = await insertWithAutoPay('works')
      await run(policy, '2026-12-15', stopping('before'))
      await db
        .updateTable('auto_pay_consents')
        .set({ ended_at: new Date('2026-12-15T18:00:00Z'), end_reason, ended_by_name: 'Tideline' })
        .where('policy_id', '=', policy.policy_id)
        .execute()
      const [payment] = await getPayments(policy)
      await finishPayment(createContext('2026-12-15'), await getFinishJob(payment?.policy_payment_id ?? ''))
      expect(await getPayments(policy)).toMatchObject([{ status: 'failed', failure_code: 'consent_withdrawn' }])
      expect(await getIntents(policy)).toEqual([])
    }
  })

  it('does not send such a charge if the amount was paid by check in the meantime (AUT-4, BIL-17)', async () => {
    const policy = await insertWithAutoPay('works')
    await run(policy, '2026-12-15', stopping('before'))
    const [payment] = await getPayments(policy)
    await insertPayment(db, {
      ...{ policyId: policy.policy_id, amountCents: payment?.amount_cents ?? 0, now: new Date('2026-12-15T18:00:00Z') },
    })
    await finishPayment(createContext('2026-12-15'), await getFinishJob(payment?.policy_payment_id ?? ''))
    expect(await getPayments(policy)).toMatchObject([
      { status: 'failed', failure_code: 'already_paid' },
      { status: 'paid' },
    ])
    expect(await getTemplates(policy)).not.toContain('auto-pay-failed')
    expect(await getIntents(policy)).toEqual([])
  })

  it('does not undo a charge that already reached Stripe', async () => {
    const policy = await insertWithAutoPay('works')
    const meanwhile = () => turnOffAutoPay(createContext('2026-12-15', agent), policy.policy_no)
    await run(policy, '2026-12-15', stopping('after', meanwhile))
    const [payment] = await getPayments(policy)
    await finishPayment(createContext('2026-12-15'), await getFinishJob(payment?.policy_payment_id ?? ''))
    await run(policy, '2027-01-15')
    expect(await getStatuses(policy)).toEqual(['paid'])
  })

  it('blocks removal of the payment method until the processing charge settles', async () => {
    const policy = await insertWithAutoPay(goodAccount)
    await run(policy, '2026-12-15')
    const { stripe_payment_method_id: id } = await db
      .selectFrom('payment_methods')
      .selectAll()
      .where('policy_id', '=', policy.policy_id)
      .executeTakeFirstOrThrow()
    const remove = () => removePaymentMethod(createContext('2026-12-15', agent), policy.policy_no, id)
    await expect(remove()).rejects.toThrow('A payment with this method is still processing.')
    await simulator.settle()
    await remove()
    expect((await getConsent(policy)).end_reason).toBe('methodRemoved')
  })
})

describe('bank debit announcement', () => {
  it('is emailed once, 10 days before a debit that an endorsement increased (AUT-8)', async () => {
    const policy = await insertWithAutoPay(goodAccount)
    await run(policy, '2026-12-15')
    await simulator.settle()
    await endorse(policy, '2026-12-20', 11_000)
    for (const day of ['2027-01-04', '2027-01-05', '2027-01-05', '2027-01-15']) await run(policy, day)
    const due = (await getObligations(policy)).filter(({ due_date }) => due_date === '2027-01-15')
    const amountCents = due.reduce((cents, { amount_cents }) => cents + amount_cents, 0)
    const announcements = (await getMails(policy)).filter(({ template }) => template === 'auto-pay-announcement')
    expect(announcements).toMatchObject([
      { values: { amountCents, chargeDate: '2027-01-15', method: 'Bank account ending in 6789' } },
    ])
    expect((await getPayments(policy)).at(-1)?.amount_cents).toBe(amountCents)
  })
})

describe('pause of auto-pay charges', () => {
  const setCharges = async (isOn: boolean) => {
    await db
      .insertInto('settings')
      .values({ key: 'autoPay.charges', value: JSON.stringify(isOn) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(isOn) }))
      .execute()
    clearSettingsCache(db)
  }

  it('delays a recorded charge that was not sent to Stripe because of a crash (AUT-11, BIL-17)', async () => {
    const policy = await insertWithAutoPay('works')
    await run(policy, '2026-12-15', stopping('before'))
    const [payment] = await getPayments(policy)
    const job = await getFinishJob(payment?.policy_payment_id ?? '')
    await setCharges(false)
    try {
      await finishPayment(createContext('2026-12-15'), job)
      expect([await getStatuses(policy), await getIntents(policy)]).toEqual([['processing'], []])
    } finally {
      await setCharges(true)
    }
    await finishPayment(createContext('2026-12-15'), job)
    expect(await getStatuses(policy)).toEqual(['paid'])
  })

  it('charges and announces nothing until it ends, and then charges at most 7 days late (AUT-4, AUT-11)', async () => {
    const [policy, late] = [await insertWithAutoPay('works'), await insertWithAutoPay('works')]
    await setCharges(false)
    try {
      for (const one of [policy, late]) await run(one, '2026-12-15')
      expect(await getPayments(policy)).toEqual([])
      expect((await getConsent(policy)).ended_at).toBeNull()
      expect(await findAutomaticCharge(createContext('2026-12-15'), policy.policy_id)).toBeUndefined()
      expect(await isChargedByAutoPay(createContext('2026-12-10'), policy.policy_id, 1)).toBe(false)
    } finally {
      await setCharges(true)
    }
    await run(policy, '2026-12-22')
    await run(late, '2026-12-23')
    expect([await getStatuses(policy), await getStatuses(late)]).toEqual([['paid'], []])
  })
})

describe('sweepAutoPay', () => {
  beforeEach(() =>
    sql`update auto_pay_consents set ended_at = now(), end_reason = 'withdrawn', ended_by_name = 'Test'
    where ended_at is null`.execute(db),
  )
  const getQueued = async (policy: { policy_no: string }) => {
    const { rows } =
      await sql`select from graphile_worker._private_jobs where key = ${`charge-auto-pay:${policy.policy_no}`}`.execute(
        db,
      )
    return rows.length
  }

  it('enqueues one job per policy with a charge due, even if run twice', async () => {
    const [due, later, off] = [await bound(), await bound({ columns: { inception_date: '2027-03-01' } }), await bound()]
    for (const policy of [due, later]) await insertAutoPay(db, policy)
    await sweepAutoPay(createContext('2026-12-15'))
    await sweepAutoPay(createContext('2026-12-15'))
    expect([await getQueued(due), await getQueued(later), await getQueued(off)]).toEqual([1, 0, 0])
  })

  it('reads every policy exactly once, in batches', async () => {
    const policies = [await bound(), await bound(), await bound()]
    for (const policy of policies) await insertAutoPay(db, policy)
    const seen: string[] = []
    for await (const batch of readAutoPayBatches(createContext('2026-12-15'), 2))
      seen.push(...batch.map(({ policyId }) => policyId))
    expect(seen).toEqual(policies.map(({ policy_id }) => policy_id).toSorted())
  })

  it('sends one email 30 days before expiration of a card used for several policies (AUT-9)', async () => {
    const [policy, other, notUsed] = [await bound(), await bound(), await bound()]
    const card = { stripe_payment_method_id: 'pm_shared', expiration: '12/2026' }
    for (const one of [policy, other]) await insertAutoPay(db, one, { method: card })
    await insertAutoPay(db, notUsed, { method: { expiration: '12/2026' } })
    await turnOffAutoPay(createContext('2026-11-20', agent), notUsed.policy_no)
    for (const day of ['2026-11-30', '2026-12-01', '2026-12-02', '2026-12-31']) await sweepAutoPay(createContext(day))
    const emails = [...(await getMails(policy)), ...(await getMails(other)), ...(await getMails(notUsed))]
    expect(emails.filter(({ template }) => template === 'card-expiring')).toMatchObject([
      { values: { method: 'Visa ending in 4242', expiration: '12/2026' } },
    ])
  })
})
