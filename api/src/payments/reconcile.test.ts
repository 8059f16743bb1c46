import { describe, expect, it, test } from 'vitest'
import { getPropertyDate } from '../calendar/property-date.ts'
import { createAgentActor, createStaffActor, defaultTestTime } from '../testing/area-app.ts'
import { insertAgency, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createStripeApp } from '../testing/stripe-app.ts'
import { findReconciliationDifference, reconcileStripe } from './reconcile.ts'
import { paymentHandlers } from './routes.ts'

const database = await createTestDatabase()
const { db } = database
const { call, stripe, simulator, inBrowser } = await createStripeApp(database, paymentHandlers)
const agency = await insertAgency(db)
const agent = createAgentActor(agency)
const finance = createStaffActor('financeadmin')

describe('Stripe reconciliation report', () => {
  const booked = {
    payment_id: 'PAY-1',
    policy_no: 'RFL3000101',
    intent_id: 'pi_1',
    status: 'paid',
    cents: 100,
  } as const
  const taken = { id: 'pi_1', status: 'succeeded', cents: 100 } as const
  test.each([
    ['no difference for matching records', booked, taken, undefined],
    ['a payment that exists only at Stripe', undefined, taken, 'missing_in_ledger'],
    [
      'no difference for a payment without a charge at Stripe',
      undefined,
      { ...taken, status: 'canceled' as const, cents: 0 },
      undefined,
    ],
    ['a payment that exists only in the ledger', booked, undefined, 'missing_at_stripe'],
    [
      'no difference for a payment never sent to Stripe',
      { ...booked, status: 'failed' as const },
      undefined,
      undefined,
    ],
    ['a different amount', booked, { ...taken, cents: 99 }, 'amount'],
    ['a failed payment that Stripe charged', { ...booked, status: 'failed' as const }, taken, 'status'],
    [
      'a paid payment that Stripe has not charged',
      booked,
      { ...taken, status: 'processing' as const, cents: 0 },
      'status',
    ],
    [
      'no difference for processing bank payments',
      { ...booked, status: 'processing' as const },
      { ...taken, status: 'processing' as const, cents: 0 },
      undefined,
    ],
  ])('reports %s', (_, ours, theirs, kind) => expect(findReconciliationDifference(ours, theirs)).toBe(kind))

  it('finds a charge missing from the ledger, and is limited to finance staff', async () => {
    const policy = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
    const { body } = await call(agent, 'POST /api/v4/sessions/getClientSecretFromQuoteNumber', {
      body: { QuoteNumber: policy.quote_number },
    })
    await call(agent, 'POST /api/v1/payments/ProcessPayment', {
      body: { PolicyNo: policy.policy_no, PaymentMethodId: await inBrowser.setUpBank(body.client_secret) },
    })
    await simulator.settle()
    // Payment rows have the date of the test clock. Charges have the date of the simulator.
    await db.updateTable('payments').set({ created_at: new Date() }).execute()
    const parts = { db, client: stripe.client, now: new Date() }
    expect(await reconcileStripe(parts)).toMatchObject({ compared: 1, differences: [] })
    await db.updateTable('payments').set({ status: 'failed' }).where('policy_id', '=', policy.policy_id).execute()
    const found = await reconcileStripe({ ...parts, now: new Date(Date.now() + 1000) })
    expect(found.differences).toMatchObject([
      { kind: 'status', policyNo: policy.policy_no, stripeAmount: 1125, ledgerAmount: 0 },
    ])
    const shown = await call(finance, 'GET /api/v1/billing/reconciliation', { now: defaultTestTime })
    expect(shown.body.payload).toEqual(found)
    const day = getPropertyDate(new Date(found.checkedAt), 'FL')
    const ofDay = await call(finance, `GET /api/v1/billing/reconciliation?day=${day}`, { now: defaultTestTime })
    expect(ofDay.body.payload).toEqual(found)
    expect((await call(finance, 'GET /api/v1/billing/reconciliation?day=2020-01-01')).status).toBe(404)
    expect((await call(createStaffActor(), 'GET /api/v1/billing/reconciliation')).status).toBe(403)
  })
})

describe('second full payment on a policy', () => {
  const paidTwice = async () => {
    const policy = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
    // The lender's check is applied while the insured's bank payment is processing. Each of the two payments covers the
    // full amount.
    const BankToken = await inBrowser.bankToken()
    const debit = { PolicyNo: policy.policy_no, BankToken, PayerName: 'Pat Payer', Email: policy.email }
    expect((await call(agent, 'POST /api/v1/payments/ach', { body: debit })).status).toBe(200)
    await call(finance, `POST /api/v1/payments/check/${policy.policy_no}`, {
      body: { checkNo: '7', payeeName: 'Lender', memo: 'Premium', amount: 1125, createdAt: '2026-11-19' },
    })
    await simulator.settle()
    const { body } = await call(finance, 'GET /api/v1/billing/overpayments?status=open')
    const item = body.payload.items.find((one: { policyNo: string }) => one.policyNo === policy.policy_no)
    expect(item).toMatchObject({ amount: 1125, status: 'open', payerName: 'Pat Payer' })
    return { policy, item }
  }
  const settle = (id: string, body: object, actor = finance) =>
    call(actor, `POST /api/v1/billing/overpayments/${id}/resolve`, { body })
  const dueOf = async (policyId: string) =>
    (
      await db
        .selectFrom('policy_balances')
        .select('due_cents')
        .where('policy_id', '=', policyId)
        .executeTakeFirstOrThrow()
    ).due_cents

  it('is refunded to its payer only once', async () => {
    const { policy, item } = await paidTwice()
    expect((await settle(item.overpaymentId, { decision: 'refundPayer' }, createStaffActor())).status).toBe(403)
    const responses = await Promise.all([1, 2].map(() => settle(item.overpaymentId, { decision: 'refundPayer' })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await dueOf(policy.policy_id)).toBe(0)
    expect((await settle(item.overpaymentId, { decision: 'keepAsCredit' })).status).toBe(409)
  })

  it('can be transferred to another policy to pay it in full', async () => {
    const { policy, item } = await paidTwice()
    const other = await insertPolicy(db, { columns: { agency_id: agency.agency_id } })
    expect((await settle(item.overpaymentId, { decision: 'transfer' })).status).toBe(422)
    const transferred = await settle(item.overpaymentId, { decision: 'transfer', toPolicyNo: other.policy_no })
    expect(transferred.body.payload).toMatchObject({ status: 'transferred', resolvedByUserName: 'Sam Staff' })
    expect([await dueOf(policy.policy_id), await dueOf(other.policy_id)]).toEqual([0, 0])
  })

  it('can be retained as credit for the renewal', async () => {
    const { policy, item } = await paidTwice()
    expect((await settle(item.overpaymentId, { decision: 'keepAsCredit' })).body.payload.status).toBe('keptAsCredit')
    expect(await dueOf(policy.policy_id)).toBe(-112_500)
  })
})
