import { sql } from 'kysely'
import Stripe from 'stripe'
import { describe, expect, it, vi } from 'vitest'
import type { Ctx } from '../../http/context.ts'
import { createAgentActor, createTestContext, defaultTestTime } from '../../testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createStripeApp } from '../../testing/stripe-app.ts'
import { startCardPayment } from '../card-form/card-intent.ts'
import { recordCardPayment } from '../card-form/record-card-payment.ts'
import { getPolicyClientSecret } from '../card-form/set-up.ts'
import { changePaymentMethod, removePaymentMethod } from '../methods/change-method.ts'
import { paymentHandlers } from '../routes.ts'
import { chargeRenewal, listRenewalsToCharge } from './charge-renewal.ts'
import { finishPayment, sweepPayments } from './finish-payment.ts'
import { payAmountDue } from './pay.ts'

const database = await createTestDatabase()
const { db } = database
const { stripe, simulator, inBrowser } = await createStripeApp(database, paymentHandlers)
const agency = await insertAgency(db)
const agent = createAgentActor(agency)
const minutes = (count: number) => new Date(defaultTestTime.getTime() + count * 60_000)
const ctxAt = (now: Date, provider = stripe) => createTestContext(db, agent, { now, providers: { stripe: provider } })

const bound = () => insertPolicy(db, { columns: { agency_id: agency.agency_id } })
type Bound = Awaited<ReturnType<typeof bound>>
const aMethod = async (policy: Bound, kind: 'card' | 'bank' | 'confirming') => {
  const secret = await getPolicyClientSecret(ctxAt(defaultTestTime), { policyNo: policy.policy_no })
  if (kind === 'bank') return inBrowser.setUpBank(secret)
  return inBrowser.setUpCard(secret, kind === 'confirming' ? '4000002760003184' : undefined)
}
const body = (policy: Bound, stripePaymentMethodId: string) => ({
  policyNo: policy.policy_no,
  stripePaymentMethodId,
  optInAutoPayRenewal: false,
  // $1,125.00 plus the fee of a US card.
  seenAmount: 1157.93,
})
const getPolicyPayment = (policy: Bound) =>
  db.selectFrom('payments').selectAll().where('policy_id', '=', policy.policy_id).executeTakeFirstOrThrow()
const getIntents = async (policy: Bound) =>
  (await stripe.client.paymentIntents.list({ limit: 100 })).data.filter(
    (intent) => intent.metadata.policyNo === policy.policy_no && intent.status !== 'canceled',
  )

const lineBroke = new Stripe.errors.StripeConnectionError({ message: 'The line broke.', type: 'api_error' })

/** Simulates a Stripe connection that breaks before or after the request arrives, or that fails with another error. */
const brokenLine = (
  when: 'before' | 'after',
  verb: 'create' | 'capture' = 'create',
  problem: Error = lineBroke,
): Ctx['providers']['stripe'] => {
  const { client } = stripe
  const broken = async (...args: unknown[]) => {
    if (when === 'after') await Reflect.apply(client.paymentIntents[verb], client.paymentIntents, args)
    throw problem
  }
  const paymentIntents = new Proxy(client.paymentIntents, {
    get: (target, name) => (name === verb ? broken : Reflect.get(target, name).bind(target)),
  })
  return {
    ...stripe,
    client: new Proxy(client, {
      get: (target, name) => (name === 'paymentIntents' ? paymentIntents : Reflect.get(target, name)),
    }),
  }
}

describe('interrupted payment', () => {
  it.each(['before', 'after'] as const)(
    'is charged only once if the process stopped %s the request reached Stripe',
    async (when) => {
      const policy = await bound()
      const response = await payAmountDue(
        ctxAt(defaultTestTime, brokenLine(when)),
        body(policy, await aMethod(policy, 'card')),
      )
      expect(response).toMatchObject({ payment: { paymentStatus: 'processing' }, isPaid: false })
      const { policy_payment_id: policyPaymentId } = await getPolicyPayment(policy)

      await finishPayment(ctxAt(minutes(1)), { policyPaymentId })
      await finishPayment(ctxAt(minutes(2)), { policyPaymentId })
      expect(await getPolicyPayment(policy)).toMatchObject({ status: 'paid' })
      expect(await getIntents(policy)).toMatchObject([{ status: 'succeeded', amount: 115_793 }])
    },
  )

  it('is resumed by a job scheduled when the payment was recorded', async () => {
    const policy = await bound()
    await payAmountDue(ctxAt(defaultTestTime, brokenLine('before')), body(policy, await aMethod(policy, 'card')))
    const { policy_payment_id } = await getPolicyPayment(policy)
    const { rows } = await database.pool.query('select run_at from graphile_worker.jobs where key = $1', [
      `finish-payment:${policy_payment_id}`,
    ])
    expect(rows).toEqual([{ run_at: minutes(1) }])
  })

  it('fails without a charge if Stripe is unreachable for a day', async () => {
    const policy = await bound()
    await payAmountDue(ctxAt(defaultTestTime, brokenLine('before')), body(policy, await aMethod(policy, 'card')))
    const { policy_payment_id: policyPaymentId } = await getPolicyPayment(policy)
    await finishPayment(ctxAt(minutes(25 * 60)), { policyPaymentId })
    expect(await getPolicyPayment(policy)).toMatchObject({ status: 'failed', failure_code: 'never_sent' })
    expect(await getIntents(policy)).toEqual([])
  })
})

describe('payment request rejected by Stripe as invalid', () => {
  it('fails with a Tideline message and logs the Stripe message', async () => {
    const policy = await bound()
    const message = 'No such PaymentMethod: pm_1; a similar object exists in test mode.'
    const invalid = new Stripe.errors.StripeInvalidRequestError({ message, type: 'invalid_request_error' })
    const ctx = ctxAt(defaultTestTime, brokenLine('before', 'create', invalid))
    const logged = vi.spyOn(ctx.log, 'error')
    const sentence = 'There was an issue processing your payment. Please contact support'
    await expect(payAmountDue(ctx, body(policy, await aMethod(policy, 'card')))).rejects.toThrow(sentence)
    expect(await getPolicyPayment(policy)).toMatchObject({ status: 'failed', failure_reason: sentence })
    expect(logged.mock.calls[0]?.[0]).toMatchObject({ err: invalid })
  })
})

describe('interrupted card form payment', () => {
  it.each(['before', 'after'] as const)(
    'is captured only once if the process stopped %s the capture reached Stripe',
    async (when) => {
      const policy = await bound()
      const card = { policyNo: policy.policy_no, brand: 'visa', country: 'US' }
      const { clientSecret, intentId } = await startCardPayment(ctxAt(defaultTestTime), card)
      await inBrowser.payByCard(clientSecret)
      const confirmed = { policyNo: policy.policy_no, intentId, saveForReuse: false }
      await expect(recordCardPayment(ctxAt(defaultTestTime, brokenLine(when, 'capture')), confirmed)).rejects.toThrow()
      const written = await getPolicyPayment(policy)
      expect(written).toMatchObject({ status: 'processing', amount_cents: 112_500, fee_cents: 3293 })

      const { policy_payment_id: policyPaymentId } = written
      await finishPayment(ctxAt(minutes(1)), { policyPaymentId })
      await finishPayment(ctxAt(minutes(2)), { policyPaymentId })
      expect(await recordCardPayment(ctxAt(minutes(3)), confirmed)).toMatchObject({ isPaid: true })
      expect(await getPolicyPayment(policy)).toMatchObject({ status: 'paid' })
      expect(await getIntents(policy)).toMatchObject([{ status: 'succeeded', amount_received: 115_793 }])
    },
  )
})

describe('payment awaiting bank confirmation by the payer', () => {
  it('is cancelled after half an hour, both locally and at Stripe', async () => {
    const policy = await bound()
    const response = await payAmountDue(ctxAt(defaultTestTime), {
      ...body(policy, await aMethod(policy, 'confirming')),
      seenAmount: 1174.8,
    })
    const { policy_payment_id: policyPaymentId } = await getPolicyPayment(policy)
    await finishPayment(ctxAt(minutes(1)), { policyPaymentId })
    expect(await getPolicyPayment(policy)).toMatchObject({ status: 'processing' })
    await finishPayment(ctxAt(minutes(31)), { policyPaymentId })
    expect(await getPolicyPayment(policy)).toMatchObject({ status: 'failed', failure_code: 'not_confirmed' })
    await expect(inBrowser.authenticate(response.nextAction?.clientSecret ?? '', 'authorized')).rejects.toThrow()
  })

  it('is paid if the payer confirms before the expiration job runs', async () => {
    const policy = await bound()
    const response = await payAmountDue(ctxAt(defaultTestTime), {
      ...body(policy, await aMethod(policy, 'confirming')),
      seenAmount: 1174.8,
    })
    const { policy_payment_id: policyPaymentId } = await getPolicyPayment(policy)
    await inBrowser.authenticate(response.nextAction?.clientSecret ?? '', 'authorized')
    await finishPayment(ctxAt(minutes(31)), { policyPaymentId })
    expect(await getPolicyPayment(policy)).toMatchObject({ status: 'paid' })
  })
})

describe('hourly payment sweep', () => {
  it('settles a paid bank debit even if its webhooks were never received', async () => {
    const policy = await bound()
    await payAmountDue(ctxAt(defaultTestTime), { ...body(policy, await aMethod(policy, 'bank')), seenAmount: 1125 })
    await simulator.settle(() => [])
    expect(await getPolicyPayment(policy)).toMatchObject({ status: 'processing' })
    const { policy_payment_id: policyPaymentId } = await getPolicyPayment(policy)
    await sweepPayments(ctxAt(minutes(61)))
    const { rows } = await database.pool.query('select 1 from graphile_worker.jobs where key = $1', [
      `sweep-payment:${policyPaymentId}`,
    ])
    expect(rows).toHaveLength(1)
    await finishPayment(ctxAt(minutes(61)), { policyPaymentId })
    expect(await getPolicyPayment(policy)).toMatchObject({ status: 'paid' })
  })
})

describe('automatic renewal charge', () => {
  /** Creates a renewal whose invoice is due on November 20, its inception date. */
  const renewal = (options: Parameters<typeof insertPolicy>[1] = {}) =>
    insertPolicy(db, {
      ...options,
      columns: {
        ...{ agency_id: agency.agency_id, original_trans_type: 'RN', inception_date: '2026-11-20' },
        ...options.columns,
      },
    })
  /** Saves a default payment method, with or without opt-in to automatic renewal charges. */
  const optIn = async (policy: Bound, kind: 'card' | 'bank' | 'confirming', optInAutoPayRenewal = true) =>
    changePaymentMethod(ctxAt(defaultTestTime), {
      ...{ policyNo: policy.policy_no, stripePaymentMethodId: await aMethod(policy, kind) },
      ...{ isDefault: true, optInAutoPayRenewal, chargeAfterUpdate: false },
    })
  const onItsDay = (policy: Bound, now = defaultTestTime, provider = stripe) =>
    chargeRenewal(
      createTestContext(db, { kind: 'job', name: 'automatic_payment' }, { now, providers: { stripe: provider } }),
      policy.policy_no,
    )
  const paymentsOf = (policy: Bound) =>
    db.selectFrom('payments').selectAll().where('policy_id', '=', policy.policy_id).orderBy('created_at').execute()
  const mailsOf = async (policy: Bound) => {
    const { rows } = await database.pool.query<{ template: string }>(
      `select payload ->> 'template' as template from graphile_worker._private_jobs
        where payload ->> 'policyId' = $1 order by id`,
      [policy.policy_id],
    )
    return rows.map(({ template }) => template)
  }

  it('is made only once on the due date, without a card fee, even with concurrent jobs', async () => {
    const policy = await renewal()
    await optIn(policy, 'card')
    expect(await listRenewalsToCharge(db, '2026-11-20', 1000)).toContain(policy.policy_no)
    await onItsDay(policy, minutes(-24 * 60))
    expect(await paymentsOf(policy)).toEqual([])
    await Promise.all([onItsDay(policy), onItsDay(policy), onItsDay(policy)])
    await onItsDay(policy, minutes(60))
    expect(await paymentsOf(policy)).toMatchObject([
      { status: 'paid', amount_cents: 112_500, fee_cents: 0, description: 'Automatic payment' },
    ])
    expect(await getIntents(policy)).toMatchObject([{ status: 'succeeded', amount: 112_500 }])
    expect(await mailsOf(policy)).toEqual(['receipt'])
    expect(await listRenewalsToCharge(db, '2026-11-20', 1000)).not.toContain(policy.policy_no)
  })

  it.each(['before', 'after'] as const)(
    'is made only once if the job stopped %s the request reached Stripe',
    async (when) => {
      const policy = await renewal()
      await optIn(policy, 'card')
      await onItsDay(policy, defaultTestTime, brokenLine(when))
      await onItsDay(policy)
      const { rows } = await database.pool.query(
        `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'finish-payment' and payload ->> 'policyPaymentId' = $1`,
        [(await getPolicyPayment(policy)).policy_payment_id],
      )
      expect(rows).toHaveLength(1)
      await finishPayment(ctxAt(minutes(1)), rows[0].payload)
      await finishPayment(ctxAt(minutes(2)), rows[0].payload)
      await onItsDay(policy, minutes(3))
      expect(await paymentsOf(policy)).toMatchObject([{ status: 'paid' }])
      expect(await getIntents(policy)).toMatchObject([{ status: 'succeeded', amount: 112_500 }])
    },
  )

  it.each([
    [
      'the renewal was cancelled',
      sql`update policies set cancelled_at = now(), cancel_reason_code = '05', cancel_effective_date = inception_date`,
    ],
    ['its payer no longer opts in', sql`update payment_methods set opt_in_auto_pay_renewal = false`],
  ])('is not sent after a crash if %s in the meantime (BIL-17)', async (_, change) => {
    const policy = await renewal()
    await optIn(policy, 'card')
    await onItsDay(policy, defaultTestTime, brokenLine('before'))
    await sql`${change} where policy_id = ${policy.policy_id}`.execute(db)
    const { policy_payment_id: policyPaymentId } = await getPolicyPayment(policy)
    await finishPayment(ctxAt(minutes(1)), { policyPaymentId })
    expect(await paymentsOf(policy)).toMatchObject([{ status: 'failed', failure_code: 'consent_withdrawn' }])
    expect(await getIntents(policy)).toEqual([])
  })

  it('is not sent after a crash if a check paid the renewal, and the payer is not asked to pay again (BIL-17)', async () => {
    const policy = await renewal()
    await optIn(policy, 'card')
    await onItsDay(policy, defaultTestTime, brokenLine('before'))
    const { policy_payment_id: policyPaymentId } = await getPolicyPayment(policy)
    await insertPayment(db, { policyId: policy.policy_id, amountCents: 112_500, now: minutes(1) })
    await finishPayment(ctxAt(minutes(2)), { policyPaymentId })
    expect(await paymentsOf(policy)).toMatchObject([{ failure_code: 'already_paid' }, { status: 'paid' }])
    expect(await getIntents(policy)).toEqual([])
    expect(await mailsOf(policy)).toEqual([])
  })

  it('fails once and notifies the payer if the bank requires confirmation', async () => {
    const policy = await renewal()
    await optIn(policy, 'confirming')
    await onItsDay(policy)
    await onItsDay(policy, minutes(24 * 60))
    expect(await paymentsOf(policy)).toMatchObject([{ status: 'failed', failure_code: 'authentication_required' }])
    expect(await mailsOf(policy)).toEqual(['payment-failed'])
  })

  it('fails and notifies the payer if the amount exceeds the card limit', async () => {
    const policy = await renewal({ premiumCents: 600_000 })
    await optIn(policy, 'card')
    await onItsDay(policy)
    expect(await paymentsOf(policy)).toMatchObject([{ status: 'failed', failure_code: 'card_limit' }])
    expect(await getIntents(policy)).toEqual([])
    expect(await mailsOf(policy)).toEqual(['payment-failed'])
  })

  it('debits each monthly installment from the bank account on its due date', async () => {
    const policy = await renewal({ product: 4, monthly: true })
    await optIn(policy, 'bank')
    await onItsDay(policy)
    await simulator.settle()
    await onItsDay(policy, minutes(60))
    await onItsDay(policy, new Date('2026-12-20T15:00:00Z'))
    const [first, second, ...others] = await paymentsOf(policy)
    expect([first, second]).toMatchObject([{ status: 'paid' }, { status: 'processing' }])
    expect(others).toEqual([])
    expect([first?.amount_cents, second?.amount_cents].every((cents) => cents && cents < policy.totalCents / 11)).toBe(
      true,
    )
  })

  it('is skipped without opt-in, after card removal, for new business or if long overdue', async () => {
    const [withoutConsent, removed, fresh, late] = [
      await renewal(),
      await renewal(),
      await renewal({ columns: { original_trans_type: 'NB' } }),
      await renewal({ columns: { inception_date: '2026-11-11' } }),
    ]
    await optIn(withoutConsent, 'card', false)
    const { stripePaymentMethodId } = await optIn(removed, 'card')
    await removePaymentMethod(ctxAt(defaultTestTime), removed.policy_no, stripePaymentMethodId)
    for (const policy of [fresh, late]) await optIn(policy, 'card')
    const found = await listRenewalsToCharge(db, '2026-11-20', 1000)
    for (const policy of [withoutConsent, removed, fresh, late]) {
      expect(found).not.toContain(policy.policy_no)
      await onItsDay(policy)
      expect(await paymentsOf(policy)).toEqual([])
    }
  })
})
