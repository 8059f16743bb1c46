import { finishPayment } from '@tideline/api/payments/charge/finish-payment.ts'
import { sendRefund } from '@tideline/api/payments/refunds/refund.ts'
import { paymentHandlers } from '@tideline/api/payments/routes.ts'
import { createAgentActor, createStaffActor, createTestContext } from '@tideline/api/testing/area-app.ts'
import { insertAgency, insertPolicy } from '@tideline/api/testing/builders.ts'
import { createTestDatabase } from '@tideline/api/testing/database.ts'
import { createStripeApp, getAcceptedAmount } from '@tideline/api/testing/stripe-app.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getRunCount } from '../support/thorough.ts'

const database = await createTestDatabase()
const { db, pool } = database
const { call, stripe, simulator, inBrowser } = await createStripeApp(database, paymentHandlers)
const agency = await insertAgency(db)
const agent = createAgentActor(agency)
const staff = createStaffActor('financeadmin')

type Bound = Awaited<ReturnType<typeof insertPolicy>>

/** Test accounts and cards with different outcomes: paid, failed after acceptance, disputed, pending, declined. */
const accounts = ['000123456789', '000222222227', '000555555559', '000000000009']
const cards = ['4242424242424242', '4000000000000341', '4000000000000259', '4000002760003184']

async function payByBank(policy: Bound, account: string) {
  const { body } = await call(agent, 'POST /api/v4/sessions/getClientSecretFromQuoteNumber', {
    body: { QuoteNumber: policy.quote_number },
  })
  const method = await inBrowser.setUpBank(body.client_secret, account)
  await pay(policy, method)
}

async function payByCard(policy: Bound, number: string) {
  const change = { firstname: 'Marina', lastName: 'Sample', email: policy.email, policyNo: policy.policy_no }
  const { body } = await call(agent, 'POST /api/v1/payments/createSetupIntent', { body: change })
  const method = await inBrowser.setUpCard(body.payload.data.client_secret, number)
  const seen = { PolicyNo: policy.policy_no, PaymentMethodId: method }
  const requested = await call(agent, 'POST /api/v1/payments/ProcessPayment', { body: seen })
  const response = await pay(policy, method, getAcceptedAmount(requested))
  const question = response.body.payload?.nextAction?.clientSecret
  if (question) await inBrowser.authenticate(question, 'authorized')
}

/** Sends a payment twice at the same time, like a double click. Only one request has an effect. */
async function pay(policy: Bound, PaymentMethodId: string, agreed: { Amount?: number } = {}) {
  const request = { body: { PolicyNo: policy.policy_no, PaymentMethodId, ...agreed } }
  const [first, second] = await Promise.all([
    call(agent, 'POST /api/v1/payments/ProcessPayment', request),
    call(agent, 'POST /api/v1/payments/ProcessPayment', request),
  ])
  for (const { status } of [first, second]) expect(status).toBeLessThan(500)
  // If the other request has already asked for confirmation, the later request cancels that payment and asks again.
  const [isFirstOpen, isSecondOpen] = await Promise.all([isOpen(first), isOpen(second)])
  expect(isFirstOpen && isSecondOpen).toBe(false)
  return isFirstOpen ? first : second
}

/** Returns whether a payment was accepted and not cancelled afterward. */
async function isOpen({ status, body }: Awaited<ReturnType<typeof call>>): Promise<boolean> {
  const secret: string | undefined = body.payload?.nextAction?.clientSecret
  if (status !== 200 || !secret) return status === 200
  const intent = await stripe.client.paymentIntents.retrieve(secret.split('_secret_', 1)[0] as string)
  return intent.status !== 'canceled'
}

let checkNo = 1
const applyCheck = (policy: Bound, dollars: number) =>
  call(staff, `POST /api/v1/payments/check/${policy.policy_no}`, {
    body: {
      checkNo: String(checkNo++),
      payeeName: 'Lender',
      memo: 'Premium',
      amount: dollars,
      createdAt: '2026-11-19',
    },
  })

const getPayments = async (policies: readonly Bound[]) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where(
      'policy_id',
      'in',
      policies.map((policy) => policy.policy_id),
    )
    .orderBy('created_at')
    .orderBy('policy_payment_id')
    .execute()

/** Expects every journal entry to balance. Expects each policy to owe its invoices minus its payments. */
async function expectBooksToAgree(policies: readonly Bound[]) {
  const unbalanced = await pool.query('select entry_id from postings group by entry_id having sum(amount_cents) <> 0')
  expect(unbalanced.rows).toEqual([])
  const { rows } = await pool.query<Record<'invoiced' | 'received' | 'due' | 'charged' | 'came', number>>(
    `select sum(b.invoiced_cents)::float8 as invoiced, sum(b.received_cents)::float8 as received, sum(b.due_cents)::float8 as due,
       (select sum(total_premium_cents) from invoices where policy_id = any($1))::float8 as charged,
       (select coalesce(sum(amount_cents), 0) from payments where policy_id = any($1)
          and (status in ('paid', 'refunded') or (status = 'processing' and amount_cents < 0)))::float8 as came
     from policy_balances b where b.policy_id = any($1)`,
    [policies.map((policy) => policy.policy_id)],
  )
  const [sums] = rows
  expect(sums?.invoiced).toBe(sums?.charged)
  expect(sums?.received).toBe(sums?.came)
  expect(sums?.due).toBe((sums?.invoiced ?? 0) - (sums?.received ?? 0))
}

/** Expects Stripe and the ledger to agree on the charge and the refunds of each payment. */
async function expectStripeToAgree(policies: readonly Bound[]) {
  const rows = await getPayments(policies)
  const policyNos = new Set(policies.map((policy) => policy.policy_no))
  const intents = new Map<string, { status: string; taken: number; returned: number; isDisputed: boolean }>()
  for await (const intent of stripe.client.paymentIntents.list({ limit: 100 })) {
    if (!policyNos.has(intent.metadata.policyNo ?? '') || intent.status === 'canceled') continue
    const refunds = await stripe.client.refunds.list({ payment_intent: intent.id, limit: 100 })
    const disputes = await stripe.client.disputes.list({ payment_intent: intent.id, limit: 100 })
    intents.set(intent.id, {
      status: intent.status,
      taken: intent.amount_received,
      returned: refunds.data.reduce((sum, { amount, status }) => sum + (status === 'succeeded' ? amount : 0), 0),
      isDisputed: disputes.data.length > 0,
    })
  }
  const charged = rows.filter((row) => row.stripe_payment_intent_id !== null && row.amount_cents > 0)
  const taken = charged.filter(({ status }) => status === 'paid' || status === 'disputed')
  const atStripe = [...intents].filter(([, { taken: cents }]) => cents > 0)
  expect(taken.map((row) => row.stripe_payment_intent_id).toSorted()).toEqual(atStripe.map(([id]) => id).toSorted())
  for (const row of taken) {
    const intent = intents.get(row.stripe_payment_intent_id ?? '')
    expect(row.amount_cents + row.fee_cents).toBe(intent?.taken)
    expect(row.status === 'disputed').toBe(intent?.isDisputed)
  }
  const returned = rows.filter((row) => row.stripe_refund_id !== null && row.status === 'refunded')
  const ours = returned.reduce((sum, row) => sum - row.amount_cents, 0)
  expect(ours).toBe([...intents.values()].reduce((sum, intent) => sum + intent.returned, 0))
}

/** Creates a generator of random numbers from 0 to 1. The same seed returns the same numbers. */
function createRandom(seed: number) {
  let state = seed + 1
  return () => {
    state = (state * 48_271 + 11) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/** Disturbs the events from Stripe: delays some, duplicates others, and changes their order. */
const disturbEvents =
  (seed: number) =>
  <T>(events: T[]): T[] => {
    const next = createRandom(seed)
    const kept = events.filter(() => next() > 0.3)
    const doubled = kept.flatMap((event) => (next() > 0.6 ? [event, event] : [event]))
    return doubled
      .map((event) => ({ event, place: next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ event }) => event)
  }

const step = fc.record({
  kind: fc.constantFrom('bank', 'card', 'check', 'transfer', 'refund', 'bank settlement', 'webhooks', 'webhooks'),
  policy: fc.nat(2),
  other: fc.nat(2),
  which: fc.nat(20),
  share: fc.double({ min: 0.01, max: 1, noNaN: true }),
  seed: fc.nat(1_000_000),
})

test('keeps the ledger and Stripe in agreement for payments, failures, transfers, refunds and webhooks in any order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const policies = await Promise.all(
        [1, 1, 2].map((product) => insertPolicy(db, { product, columns: { agency_id: agency.agency_id } })),
      )
      for (const { kind, policy: index, other, which, share, seed } of steps) {
        const policy = policies[index] as Bound
        const target = policies[other] as Bound
        const rows = (await getPayments(policies)).filter((row) => row.amount_cents > 0)
        const payment = rows[which % Math.max(1, rows.length)]
        const dollars = Math.max(0.01, Math.round((payment?.amount_cents ?? 0) * share) / 100)
        const owner = policies.find((one) => one.policy_id === payment?.policy_id)
        if (kind === 'bank') await payByBank(policy, accounts[which % accounts.length] ?? '')
        else if (kind === 'card') await payByCard(policy, cards[which % cards.length] ?? '')
        else if (kind === 'check') await applyCheck(policy, Math.max(1, Math.round(share * 120_000) / 100))
        else if (kind === 'bank settlement') await simulator.settlePayments()
        else if (kind === 'webhooks') await simulator.deliver(disturbEvents(seed))
        else if (kind === 'refund' && payment)
          await call(staff, `POST /api/v1/billing/payments/${payment.payment_id}/refund`, {
            body: { amount: dollars, reason: 'Any history' },
          })
        else if (kind === 'transfer' && payment && owner && owner !== target)
          await call(staff, `PUT /api/v1/payments/${owner.policy_no}/moveto/${target.policy_no}/${dollars}`, {
            body: { policyPaymentId: payment.policy_payment_id },
          })
        await expectBooksToAgree(policies)
      }
      // Completes pending work: bank payments, webhooks, and the jobs that finish interrupted payments.
      await simulator.settle()
      const parts = createTestContext(db, staff, { now: new Date(), providers: { stripe } })
      for (const row of await getPayments(policies)) {
        if (row.status !== 'processing') continue
        if (row.amount_cents < 0) await sendRefund(parts, row.policy_payment_id)
        else
          await finishPayment(parts, { policyPaymentId: row.policy_payment_id } as Parameters<typeof finishPayment>[1])
      }
      await simulator.settle()
      await expectBooksToAgree(policies)
      await expectStripeToAgree(policies)
    }),
    { numRuns: getRunCount(120) },
  )
})
