import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { refundPayment, settleRefund } from '../../ledger/refunds.ts'
import type { Providers } from '../../providers/index.ts'
import { createStaffActor, createTestContext, defaultTestTime } from '../../testing/area-app.ts'
import { insertPayment, insertPolicy } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createStripeApp } from '../../testing/stripe-app.ts'
import { paymentHandlers } from '../routes.ts'
import { syncDispute } from './dispute.ts'

const { db, pool } = await createTestDatabase()
const { call } = await createStripeApp({ db, pool }, paymentHandlers)
const staff = createStaffActor('financeadmin')
const author = { userId: null, name: 'Test', userType: 1 as const }

let number = 0
/** Creates a policy that was paid by card: $1,125.00 and a card fee of $33.00. */
async function createCardPayment() {
  number += 1
  const policy = await insertPolicy(db)
  const intentId = `pi_partial_${number}`
  const payment = await insertPayment(db, {
    ...{ policyId: policy.policy_id, amountCents: policy.totalCents, feeCents: 3_300, now: defaultTestTime },
    ...{ typeId: 4, stripePaymentIntentId: intentId },
  })
  return { ...policy, ...payment, intentId, disputeId: `du_partial_${number}` }
}
type Paid = Awaited<ReturnType<typeof createCardPayment>>

/** Receives an event of a dispute with this amount in cents. */
const receive = ({ disputeId, intentId }: Paid, amount: number, status: Stripe.Dispute['status']) => {
  const dispute = { id: disputeId, amount, status, payment_intent: intentId, reason: 'fraudulent', created: 1 }
  const client = {
    disputes: { retrieve: async () => dispute },
    paymentIntents: { retrieve: async () => ({ id: intentId, metadata: {} }) },
  }
  const providers = { stripe: { client } } as unknown as Providers
  return syncDispute(createTestContext(db, { kind: 'webhook', name: 'Stripe' }, { providers }), disputeId)
}
const getBalance = async (policyId: string) => {
  const row = db.selectFrom('policy_balances').select(['due_cents', 'received_cents'])
  const { due_cents, received_cents } = await row.where('policy_id', '=', policyId).executeTakeFirstOrThrow()
  return { due: due_cents, received: received_cents }
}
const getOpenCents = async (policyId: string) => {
  const rows = await db.selectFrom('obligations').select('open_cents').where('policy_id', '=', policyId).execute()
  return rows.reduce((sum, { open_cents }) => sum + open_cents, 0)
}
const getCashCents = async () => {
  const { rows } = await pool.query(
    `select coalesce(sum(amount_cents), 0)::integer as cents from postings where account_code = 'cash_card'`,
  )
  return rows[0].cents as number
}
const getEmails = async (policyId: string) => {
  const { rows } = await pool.query(
    `select payload -> 'values' ->> 'amountCents' as cents from graphile_worker._private_jobs
      where payload ->> 'template' = 'payment-disputed' and payload ->> 'policyId' = $1`,
    [policyId],
  )
  return rows.map(({ cents }) => Number(cents))
}
const getEvents = (policyId: string, type: string) =>
  db.selectFrom('events').select('data').where('type', '=', type).where('policy_id', '=', policyId).execute()

describe('dispute of a part of a card payment', () => {
  it('reopens only the disputed amount, once, and emails it (PAY-22)', async () => {
    const paid = await createCardPayment()
    const cash = await getCashCents()
    for (const status of ['needs_response', 'under_review', 'lost'] as const) await receive(paid, 40_000, status)
    expect(await getBalance(paid.policy_id)).toEqual({ due: 40_000, received: paid.totalCents - 40_000 })
    expect(await getOpenCents(paid.policy_id)).toBe(40_000)
    expect(await getCashCents()).toBe(cash - 40_000)
    expect(await getEmails(paid.policy_id)).toEqual([40_000])
    expect(await getEvents(paid.policy_id, 'payment.disputed')).toMatchObject([{ data: { amount: 400 } }])
    const payments = db.selectFrom('payments').select(['status', 'amount_cents', 'description'])
    expect(await payments.where('policy_id', '=', paid.policy_id).orderBy('amount_cents').execute()).toEqual([
      { status: 'refunded', amount_cents: -40_000, description: 'Disputed with the bank' },
      { status: 'paid', amount_cents: paid.totalCents, description: '' },
    ])
  })

  it('restores only the disputed amount, once, when the dispute is won', async () => {
    const paid = await createCardPayment()
    const cash = await getCashCents()
    await receive(paid, 40_000, 'needs_response')
    for (let again = 0; again < 2; again += 1) await receive(paid, 40_000, 'won')
    expect(await getBalance(paid.policy_id)).toEqual({ due: 0, received: paid.totalCents })
    expect(await getOpenCents(paid.policy_id)).toBe(0)
    expect(await getCashCents()).toBe(cash)
  })

  it('reverses the rest of a refunded payment with its card fee, and restores both when the dispute is won', async () => {
    const paid = await createCardPayment()
    await db.transaction().execute(async (trx) => {
      const refund = { ...{ policyPaymentId: paid.policyPaymentId, amountCents: 10_000, author }, now: defaultTestTime }
      const created = await refundPayment(trx, refund)
      if ('problem' in created) throw new Error(created.problem)
      await settleRefund(trx, created.refundId, { now: defaultTestTime, stripeRefundId: `re_${paid.intentId}` })
    })
    const cash = await getCashCents()
    const disputed = paid.totalCents - 10_000 + 3_300
    await receive(paid, disputed, 'needs_response')
    expect(await getBalance(paid.policy_id)).toEqual({ due: paid.totalCents, received: 0 })
    expect(await getCashCents()).toBe(cash - disputed)
    expect(await getEmails(paid.policy_id)).toEqual([disputed])
    await receive(paid, disputed, 'won')
    expect(await getBalance(paid.policy_id)).toEqual({ due: 10_000, received: paid.totalCents - 10_000 })
    expect(await getCashCents()).toBe(cash)
  })

  it('takes the amount from the own policy first, then from policies that received parts of the payment', async () => {
    const paid = await createCardPayment()
    const to = await insertPolicy(db)
    const path = `PUT /api/v1/payments/${paid.policy_no}/moveto/${to.policy_no}/1000`
    expect((await call(staff, path, { body: { policyPaymentId: paid.policyPaymentId } })).status).toBe(200)
    await receive(paid, 32_500, 'lost')
    expect(await getBalance(paid.policy_id)).toEqual({ due: 112_500, received: 0 })
    expect(await getBalance(to.policy_id)).toEqual({ due: 32_500, received: 80_000 })
    expect(await getOpenCents(to.policy_id)).toBe(32_500)
  })
})
