import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { postInvoice } from '../ledger/invoices.ts'
import { failPayment } from '../ledger/payments.ts'
import { policyHandlers } from '../policy-reads/routes.ts'
import { createAgentActor, createInsuredActor, createStaffActor, defaultTestTime } from '../testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy, type PolicyOptions } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createStripeApp, getAcceptedAmount } from '../testing/stripe-app.ts'
import { paymentHandlers } from './routes.ts'

const database = await createTestDatabase()
const { db } = database
const { call, calls, stripe, simulator, inBrowser } = await createStripeApp(database, {
  ...paymentHandlers,
  ...policyHandlers,
})

const agency = await insertAgency(db, { email: 'office@example.com' })
const agent = createAgentActor(agency)
const staff = createStaffActor()
const stranger = createAgentActor(await insertAgency(db))

const bound = (options: PolicyOptions = {}) =>
  insertPolicy(db, { ...options, columns: { agency_id: agency.agency_id, ...options.columns } })
type Bound = Awaited<ReturnType<typeof bound>>

const getSecret = async (policy: Bound): Promise<string> =>
  (
    await call(agent, 'POST /api/v4/sessions/getClientSecretFromQuoteNumber', {
      body: { QuoteNumber: policy.quote_number },
    })
  ).body.client_secret
const getCardSecret = async (policy: Bound): Promise<string> =>
  (
    await call(agent, 'POST /api/v1/payments/createSetupIntent', {
      body: { firstname: 'Marina', lastName: 'Sample', email: policy.email, policyNo: policy.policy_no },
    })
  ).body.payload.data.client_secret

const aBank = async (policy: Bound, account?: string) => inBrowser.setUpBank(await getSecret(policy), account)
const aCard = async (policy: Bound, number?: string) => inBrowser.setUpCard(await getCardSecret(policy), number)

const process = (policy: Bound, PaymentMethodId: string, more: object = {}, key?: string) =>
  call(agent, 'POST /api/v1/payments/ProcessPayment', {
    body: { PolicyNo: policy.policy_no, PaymentMethodId, ...more },
    ...(key ? { headers: { 'Idempotency-Key': key } } : {}),
  })
/** Pays by card after acknowledging the fee in the first response. */
const payByCard = async (policy: Bound, card: string, key?: string) =>
  process(policy, card, getAcceptedAmount(await process(policy, card)), key)

const policyRow = (policy: Bound) =>
  db.selectFrom('policies').selectAll().where('policy_id', '=', policy.policy_id).executeTakeFirstOrThrow()
const balance = (policy: Bound) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policy.policy_id).executeTakeFirstOrThrow()
const payments = (policy: Bound) =>
  db.selectFrom('payments').selectAll().where('policy_id', '=', policy.policy_id).orderBy('policy_payment_id').execute()
const disputes = (policy: Bound) =>
  db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.policy_payment_id', 'disputes.policy_payment_id')
    .selectAll('disputes')
    .where('payments.policy_id', '=', policy.policy_id)
    .execute()
const mailJobs = async (policy: Bound) => {
  const { rows } = await database.pool.query<{ payload: { template: string; to: string; values: object } }>(
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'send-mail' and payload ->> 'policyId' = $1 order by j.id`,
    [policy.policy_id],
  )
  return rows
}
const mails = async (policy: Bound) => {
  const rows = await mailJobs(policy)
  return rows.map(({ payload }) => `${payload.template} to ${payload.to === policy.email ? 'insured' : payload.to}`)
}
const chargesAtStripe = async (policy: Bound) => {
  const { data } = await stripe.client.paymentIntents.list({ limit: 100 })
  return data.filter((intent) => intent.metadata.policyNo === policy.policy_no && intent.status !== 'canceled')
}

describe('getTransactionFee', () => {
  it('returns the fee for a card brand and country on both API paths [C187] [C188] [C074] [C257]', async () => {
    const query = '?amount=1317.75&card=visa&country=CA'
    const v1 = await call(agent, `GET /api/v1/payments/gettransactionfee${query}`)
    const v4 = await call(agent, `GET /api/v4/sessions/getTransactionFee${query}`)
    expect(v1.body.payload).toEqual({ feeYear: 58.28, feeMonthly: 5.13, amountYear: 1376.03, amountMonthly: 114.94 })
    expect(v4.body).toEqual(v1.body.payload)
  })

  it('returns the American Express fee for American Express cards', async () => {
    const { body } = await call(agent, 'GET /api/v1/payments/gettransactionfee?amount=100&card=amex&country=US')
    expect(body.payload.feeYear).toBe(3.8)
  })

  it('returns 422 and the field name for an amount with three decimals', async () => {
    const { status, body } = await call(
      agent,
      'GET /api/v4/sessions/getTransactionFee?amount=1.005&card=visa&country=US',
    )
    expect({ status, field: body.errors[0].field }).toEqual({ status: 422, field: 'amount' })
  })
})

describe('startBankSetup', () => {
  it('finds the policy by its quote number or by the quote number of a transaction [C185]', async () => {
    const policy = await bound()
    expect(await getSecret(policy)).toMatch(/^seti_/)
    await db
      .updateTable('policy_transactions')
      .set({ meta: JSON.stringify({ quoteNumber: 'Q9990001' }) })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    const { status } = await call(agent, 'POST /api/v4/sessions/getClientSecretFromQuoteNumber', {
      body: { QuoteNumber: 'Q9990001' },
    })
    expect(status).toBe(200)
  })

  it('returns the same 404 for an unknown quote and for a quote of another agency', async () => {
    const policy = await bound()
    const getClientSecret = (actor: typeof agent, QuoteNumber: string | null) =>
      call(actor, 'POST /api/v4/sessions/getClientSecretFromQuoteNumber', { body: { QuoteNumber } })
    const missing = await getClientSecret(agent, 'Q7777777')
    const foreign = await getClientSecret(stranger, policy.quote_number)
    expect(missing.status).toBe(404)
    expect(foreign).toMatchObject({ status: 404, body: missing.body })
  })

  it('creates one Stripe customer for two policies of an insured, even in concurrent requests', async () => {
    const first = await bound()
    const second = await bound({ columns: { identity_id: first.identity_id } })
    await Promise.all([getSecret(first), getSecret(second)])
    const rows = await db
      .selectFrom('stripe_customers')
      .selectAll()
      .where('identity_id', '=', first.identity_id)
      .execute()
    expect(rows).toHaveLength(1)
  })
})

describe('createSetupIntent', () => {
  it('returns the publishable key and a client secret to save a payment method [C191] [D329]', async () => {
    const policy = await bound()
    const { status, body } = await call(agent, 'POST /api/v1/payments/createSetupIntent', {
      body: {
        ...{
          stripeCustomerId: null,
          firstname: 'Marina',
          lastName: 'Sample',
          email: policy.email,
          phone: '813-555-0142',
        },
        ...{ policyNo: policy.policy_no, metadata: { source: 'policy-page' } },
      },
    })
    expect(status).toBe(200)
    expect(body.payload).toMatchObject({
      stripeKey: expect.stringMatching(/^pk_/),
      data: { client_secret: expect.stringMatching(/^seti_/) },
    })
    expect(
      (
        await call(stranger, 'POST /api/v1/payments/createSetupIntent', {
          body: { firstname: 'Marina', lastName: 'Sample', email: policy.email, policyNo: policy.policy_no },
        })
      ).status,
    ).toBe(404)
  })
})

describe('createSetupIntentWithKey', () => {
  it('returns the publishable key and a client secret for the billing account of a transaction [C186]', async () => {
    const policy = await bound()
    await db
      .updateTable('policy_transactions')
      .set({ ba_id: `BA${policy.policy_no}` })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    const createSetupIntent = (actor: typeof agent) =>
      call(actor, 'POST /api/v1/payments/createSetupIntentWithKey', {
        body: {
          FirstName: 'Marina',
          LastName: 'Sample',
          Email: policy.email,
          Baid: `BA${policy.policy_no}`,
          Amount: 1125,
        },
      })
    const { body } = await createSetupIntent(agent)
    expect(body.payload).toMatchObject({
      stripeKey: stripe.publishableKey,
      data: { client_secret: expect.any(String) },
    })
    expect((await createSetupIntent(stranger)).status).toBe(404)
  })
})

describe('processPayment by bank account', () => {
  it('leaves the payment in state processing until the bank settles it [C189]', async () => {
    const policy = await bound()
    const { status, body } = await process(policy, await aBank(policy), { Amount: 1125 })
    expect(status).toBe(200)
    expect(body.payload).toMatchObject({
      payment: { paymentTypeId: 2, paymentStatus: 'processing', amount: 1125, feeAmount: 0, isAppliedToPolicy: false },
      receipt: { receiptNo: expect.stringMatching(/^RCP-/) },
      nextAction: null,
      isPaid: false,
      totalDue: 1125,
    })
    expect(await balance(policy)).toMatchObject({ processing_cents: 112_500, received_cents: 0 })
    expect(await mails(policy)).toEqual(['payment-processing to insured'])

    await simulator.settle()
    expect(await policyRow(policy)).toMatchObject({ is_paid: true })
    expect(await balance(policy)).toMatchObject({ processing_cents: 0, received_cents: 112_500, due_cents: 0 })
    expect((await mails(policy)).at(-1)).toBe('payment-received to insured')
    expect(await chargesAtStripe(policy)).toHaveLength(1)
  })

  it('restores the balance and notifies insured and agency if the bank later rejects the payment [C102]', async () => {
    const policy = await bound()
    await process(policy, await aBank(policy, '000222222227'))
    await simulator.settle()
    const [payment] = await payments(policy)
    expect(payment).toMatchObject({ status: 'failed', failure_reason: expect.stringContaining('insufficient funds') })
    expect(await balance(policy)).toMatchObject({ processing_cents: 0, received_cents: 0, due_cents: 112_500 })
    expect((await mails(policy)).slice(1)).toEqual([
      'payment-failed to insured',
      'agency-payment-failed to office@example.com',
    ])
    const again = await process(policy, await aBank(policy))
    expect(again.status).toBe(200)
  })

  it('does not email the policyholder about a failure already shown on screen [EML-2]', async () => {
    const policy = await bound()
    const card = await aCard(policy, '4000000000000341')
    const pay = (amount: object) =>
      call(createInsuredActor(policy.identity_id), 'POST /api/v1/payments/ProcessPayment', {
        body: { PolicyNo: policy.policy_no, PaymentMethodId: card, ...amount },
      })
    expect((await pay(getAcceptedAmount(await pay({})))).status).toBe(422)
    await simulator.settle()
    expect(await payments(policy)).toMatchObject([{ status: 'failed' }])
    expect(await mails(policy)).toEqual([])
  })

  it('emails the policyholder about the failure if an agent paid [EML-2]', async () => {
    const policy = await bound()
    await payByCard(policy, await aCard(policy, '4000000000000341'))
    expect(await mails(policy)).toEqual(['payment-failed to insured'])
  })

  it('restores the balance when the payer disputes a settled debit', async () => {
    const policy = await bound()
    await process(policy, await aBank(policy, '000555555559'))
    await simulator.settle()
    expect(await payments(policy)).toMatchObject([{ status: 'disputed' }])
    expect(await policyRow(policy)).toMatchObject({ is_paid: false })
    expect(await balance(policy)).toMatchObject({ due_cents: 112_500, received_cents: 0 })
    expect(await disputes(policy)).toMatchObject([{ state: 'lost', amount_cents: 112_500, evidence_due_at: null }])
  })

  it('reposts the payment once when the dispute is won', async () => {
    const policy = await bound()
    await payByCard(policy, await aCard(policy, '4000000000000259'))
    await simulator.settle()
    expect(await payments(policy)).toMatchObject([{ status: 'disputed' }])
    expect(await disputes(policy)).toMatchObject([{ state: 'needsResponse', evidence_due_at: expect.any(Date) }])
    const [intent] = await chargesAtStripe(policy)
    const { data } = await stripe.client.disputes.list({ payment_intent: intent?.id ?? '' })
    await stripe.client.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } })
    await simulator.settle((events) => [...events, ...events])
    expect((await payments(policy)).map(({ status }) => status)).toEqual(['disputed', 'paid'])
    expect(await disputes(policy)).toMatchObject([{ state: 'won' }])
    expect(await balance(policy)).toMatchObject({ due_cents: 0, received_cents: 112_500 })
  })

  it('reaches the same result for repeated or reordered webhooks', async () => {
    const policy = await bound()
    await process(policy, await aBank(policy, '000555555559'))
    await simulator.settle((events) => [...events, ...events].reverse())
    await simulator.settle()
    expect(await payments(policy)).toMatchObject([{ status: 'disputed' }])
    expect((await mails(policy)).filter((mail) => mail === 'payment-disputed to insured')).toHaveLength(1)
  })

  it('returns 422 with the Stripe message for an invalid bank account, and does not save it', async () => {
    const policy = await bound()
    const { status, body } = await process(policy, await aBank(policy, '000111111116'))
    expect({ status, message: body.message }).toEqual({
      status: 422,
      message: 'The bank account provided can not be used.',
    })
    expect(await payments(policy)).toMatchObject([{ status: 'failed' }])
    expect((await call(agent, `GET /api/v1/payments/paymentmethods/${policy.policy_no}`)).body.payload).toEqual([])
  })
})

describe('processPayment by card', () => {
  it('charges the card fee and marks the policy as paid [C257]', async () => {
    const policy = await bound()
    const { status, body } = await process(policy, await aCard(policy), { Amount: 1157.93 })
    expect(status).toBe(200)
    expect(body.payload).toMatchObject({
      payment: { paymentTypeId: 4, paymentStatus: 'paid', amount: 1125, feeAmount: 32.93, isAppliedToPolicy: true },
      isPaid: true,
      totalDue: 0,
      currentlyDue: 0,
    })
    expect(await policyRow(policy)).toMatchObject({ is_paid: true })
    expect(await mails(policy)).toEqual(['receipt to insured'])
    const [intent] = await chargesAtStripe(policy)
    expect(intent).toMatchObject({ amount: 115_793, status: 'succeeded' })
  })

  it('returns 422 with the bank message for a declined card, and does not save it', async () => {
    const policy = await bound()
    const declined = await payByCard(policy, await aCard(policy, '4000000000000341'))
    expect(declined).toMatchObject({
      status: 422,
      body: {
        errors: [{ code: 'payment_declined', declineCode: 'generic_decline', message: 'Your card was declined.' }],
      },
    })
    expect(await payments(policy)).toMatchObject([{ status: 'failed', failure_reason: 'Your card was declined.' }])
    expect(await balance(policy)).toMatchObject({ processing_cents: 0, due_cents: 112_500 })
    expect((await call(agent, `GET /api/v1/payments/paymentmethods/${policy.policy_no}`)).body.payload).toEqual([])
    expect((await payByCard(policy, await aCard(policy))).status).toBe(200)
  })

  it('completes through a webhook after the payer confirms with the bank', async () => {
    const policy = await bound()
    const { body } = await payByCard(policy, await aCard(policy, '4000002760003184'))
    expect(body.payload).toMatchObject({
      payment: { paymentStatus: 'requires_action' },
      receipt: null,
      nextAction: { clientSecret: expect.stringMatching(/^pi_/) },
      isPaid: false,
    })
    await inBrowser.authenticate(body.payload.nextAction.clientSecret, 'authorized')
    await simulator.settle()
    expect(await payments(policy)).toMatchObject([{ status: 'paid' }])
    expect(await policyRow(policy)).toMatchObject({ is_paid: true })
  })

  it('leaves the payable amount unchanged until the payer confirms the card payment [BIL-13]', async () => {
    const policy = await bound()
    const { body } = await payByCard(policy, await aCard(policy, '4000002760003184'))
    const read = async () =>
      (await call(agent, `GET /api/v1/policies/${policy.policy_no}/getConfirmation`)).body.payload
    const unconfirmed = await read()
    expect(unconfirmed).toMatchObject({ payableAmount: 1125, payableTotal: 1125, dueState: 'due' })
    expect(unconfirmed.can).toContainEqual({ action: 'pay', allowed: true, reason: null })
    await inBrowser.authenticate(body.payload.nextAction.clientSecret, 'authorized')
    // The webhook has not arrived yet. The next payment reads the outcome from Stripe.
    const second = await payByCard(policy, await aCard(policy))
    expect(second.status).toBe(409)
    expect((await payments(policy)).map(({ status }) => status)).toEqual(['paid'])
    expect(await read()).toMatchObject({ payableAmount: 0, totalDue: 0 })
  })

  it('cancels an unconfirmed payment if the payer starts another, and charges only once', async () => {
    const policy = await bound()
    const first = await payByCard(policy, await aCard(policy, '4000002760003184'))
    const second = await payByCard(policy, await aCard(policy))
    expect(second).toMatchObject({ status: 200, body: { payload: { isPaid: true } } })
    await expect(inBrowser.authenticate(first.body.payload.nextAction.clientSecret, 'authorized')).rejects.toThrow()
    await simulator.settle()
    expect(await chargesAtStripe(policy)).toHaveLength(1)
    expect((await payments(policy)).map(({ status }) => status)).toEqual(['failed', 'paid'])
  })

  it('limits card payments to $5,000 for product 1 only [C239]', async () => {
    // 4,684.99 + 75.00 + 231.44 + 3.71 + 2.81 + 0.05 + 2.00 = 5,000.00. With one cent more of premium, the total is
    // 5,000.01.
    const over = await bound({ premiumCents: 468_500 })
    const rejection = await payByCard(over, await aCard(over))
    expect(rejection.status).toBe(422)
    expect(rejection.body.message).toMatch(/^We no longer support credit card payments on total charges over \$5,000\./)
    expect(await payments(over)).toEqual([])
    expect((await process(over, await aBank(over))).status).toBe(200)
    const exact = await bound({ premiumCents: 468_499 })
    expect((await payByCard(exact, await aCard(exact))).status).toBe(200)
    const commercial = await bound({ product: 2, premiumCents: 900_000 })
    expect((await payByCard(commercial, await aCard(commercial))).status).toBe(200)
  })

  it('calculates the fee on the total due, not on the yearly premium [C141]', async () => {
    const policy = await bound()
    await call(staff, `POST /api/v1/payments/check/${policy.policy_no}`, {
      body: { checkNo: '8', payeeName: 'Lender', memo: 'Premium', amount: 125, createdAt: '2026-11-19' },
    })
    const { body } = await process(policy, await aCard(policy), { Amount: 1029.3 })
    // The fee is 2.9% of $1,000 plus 30 cents.
    expect(body.payload.payment).toMatchObject({ amount: 1000, feeAmount: 29.3 })
  })

  it('charges one installment of a monthly earthquake policy, with the fee based on whole dollars [C140]', async () => {
    const policy = await bound({ product: 4, monthly: true, premiumCents: 105_927 })
    const { body } = await payByCard(policy, await aCard(policy))
    // 1,059.27 + 75.00 + 52.33 + 3.71 + 0.64 + 0.05 + 2.00 = 1,193.00 a year, so $99.41 is due now. The fee is 2.9% of
    // $99.00 plus $0.30.
    expect(body.payload).toMatchObject({ payment: { amount: 99.41, feeAmount: 3.17 }, isPaid: true, currentlyDue: 0 })
    expect(body.payload.totalDue).toBe(1093.59)
  })
})

describe('processPayment with concurrent or repeated requests', () => {
  it('charges only one of three simultaneous requests and rejects the other two', async () => {
    const policy = await bound()
    const bank = await aBank(policy)
    const responses = await Promise.all([process(policy, bank), process(policy, bank), process(policy, bank)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(await chargesAtStripe(policy)).toHaveLength(1)
    expect(await payments(policy)).toHaveLength(1)
  })

  it('processes simultaneous checks, card payments and webhooks on one policy without errors', async () => {
    const policy = await bound({ product: 4, monthly: true })
    const card = await aCard(policy)
    const now = new Date('2027-08-20T12:00:00Z')
    // $93.75 is due. The fee is 2.9% of $93.00 plus $0.30.
    const body = { PolicyNo: policy.policy_no, PaymentMethodId: card, Amount: 96.75 }
    const check = (checkNo: number) =>
      call(staff, `POST /api/v1/payments/check/${policy.policy_no}`, {
        body: { checkNo: String(checkNo), payeeName: 'Marina', memo: 'Part', amount: 5, createdAt: '2026-11-19' },
      })
    const responses = await Promise.all([
      ...[1, 2, 3, 4].map((no) => check(no)),
      ...[1, 2, 3].map(() => call(agent, 'POST /api/v1/payments/ProcessPayment', { body, now })),
      ...[1, 2, 3].map(() => simulator.deliver()),
    ])
    expect(responses.filter((response) => 'status' in response && response.status >= 500)).toEqual([])
    const rows = await payments(policy)
    const paid = rows.filter(({ status }) => status === 'paid').reduce((sum, row) => sum + row.amount_cents, 0)
    expect(await balance(policy)).toMatchObject({ received_cents: paid })
  })

  it('returns the same response for the same Idempotency-Key', async () => {
    const policy = await bound()
    const card = await aCard(policy)
    const first = await process(policy, card, { Amount: 1157.93 }, 'key-0001-0001-0001')
    const second = await process(policy, card, { Amount: 1157.93 }, 'key-0001-0001-0001')
    expect(second.body).toEqual(first.body)
    expect(await chargesAtStripe(policy)).toHaveLength(1)
  })

  it('returns 409 if the policy is already paid', async () => {
    const policy = await bound()
    const card = await aCard(policy)
    await payByCard(policy, card)
    const { status, body } = await payByCard(policy, card)
    expect({ status, message: body.message }).toEqual({ status: 409, message: 'You have already paid for this policy' })
  })

  it('charges nothing if the amount differs from the amount shown to the payer', async () => {
    const policy = await bound()
    const { status, body } = await process(policy, await aCard(policy), { Amount: 1125 })
    expect([status, body.errors[0].code]).toEqual([409, 'amount_changed'])
    expect(body.message).toContain('$1,157.93')
    expect(await chargesAtStripe(policy)).toEqual([])
  })

  it('does not charge a card if the payer did not acknowledge the fee', async () => {
    const policy = await bound()
    const card = await aCard(policy)
    const { status, body } = await process(policy, card)
    expect([status, body.errors[0]]).toMatchObject([409, { code: 'amount_changed', field: 'Amount' }])
    expect(body.message).toContain('the amount due is now $1,157.93, with a card fee of $32.93. Nothing was charged')
    expect([await payments(policy), await chargesAtStripe(policy)]).toEqual([[], []])
  })

  it('charges the fee of the card, or returns 409 if the acknowledged fee differs', async () => {
    const policy = await bound()
    const amex = await aCard(policy, '378282246310005')
    const asVisa = await process(policy, amex, { Amount: 1157.93 })
    expect([asVisa.status, asVisa.body.message]).toEqual([409, expect.stringContaining('a card fee of $39.68')])
    const { body } = await process(policy, amex, { Amount: 1164.68 })
    expect(body.payload).toMatchObject({ payment: { amount: 1125, feeAmount: 39.68 }, isPaid: true })
    expect(await chargesAtStripe(policy)).toHaveLength(1)
  })

  it('rejects a payment method that is unknown or belongs to another customer', async () => {
    const [mine, theirs] = [await bound(), await bound()]
    for (const method of ['pm_doesNotExist', await aCard(theirs)])
      expect(await process(mine, method)).toMatchObject({ status: 422, body: { message: 'no payment method found' } })
  })

  it('returns 422 for a payment method saved only on policies the caller cannot see', async () => {
    const elsewhere = await insertAgency(db)
    const hidden = await bound({ columns: { agency_id: elsewhere.agency_id } })
    const own = await bound({ columns: { identity_id: hidden.identity_id, email: hidden.email } })
    const pay = (actor: Parameters<typeof call>[0], policy: Bound, PaymentMethodId: string, more: object = {}) =>
      call(actor, 'POST /api/v1/payments/ProcessPayment', {
        body: { PolicyNo: policy.policy_no, PaymentMethodId, ...more },
      })
    const hiddenAgent = createAgentActor(elsewhere)
    const setUp = await call(hiddenAgent, 'POST /api/v1/payments/createSetupIntent', {
      body: { firstname: 'Marina', lastName: 'Sample', email: hidden.email, policyNo: hidden.policy_no },
    })
    const card = await inBrowser.setUpCard(setUp.body.payload.data.client_secret)
    const paid = await pay(hiddenAgent, hidden, card, getAcceptedAmount(await pay(hiddenAgent, hidden, card)))
    expect(paid.status).toBe(200)
    expect(await pay(agent, own, card)).toMatchObject({ status: 422, body: { message: 'no payment method found' } })
    const fullSession = createInsuredActor(hidden.identity_id)
    expect((await pay(fullSession, own, card, getAcceptedAmount(await pay(fullSession, own, card)))).status).toBe(200)
  })

  it('returns 404 for a policy of another agency and 403 for read-only users [C159]', async () => {
    const policy = await bound()
    const body = { PolicyNo: policy.policy_no, PaymentMethodId: 'pm_any' }
    expect((await call(stranger, 'POST /api/v1/payments/ProcessPayment', { body })).status).toBe(404)
    const readonly = createAgentActor(agency, { roles: new Set(['readonly']) })
    expect((await call(readonly, 'POST /api/v1/payments/ProcessPayment', { body })).status).toBe(403)
  })

  it('ignores the auto-pay opt-in of an insured with role nopayoptin, but saves the card', async () => {
    const policy = await bound()
    const card = await aCard(policy)
    const insured = createInsuredActor(policy.identity_id, { roles: new Set(['nopayoptin']) })
    const { status } = await call(insured, 'POST /api/v1/payments/ProcessPayment', {
      body: { PolicyNo: policy.policy_no, PaymentMethodId: card, OptInAutoPayRenewal: true, Amount: 1157.93 },
    })
    expect(status).toBe(200)
    const { body } = await call(insured, `GET /api/v1/payments/defaultPaymentMethod/${policy.policy_no}`)
    expect(body.payload).toMatchObject({
      item1: {
        default: true,
        optInAutoPayRenewal: false,
        stripePaymentMethod: { cardBrand: 'visa', lastFourDigits: '4242', expiration: '12/2034' },
      },
      item2: null,
    })
    expect(await payments(policy)).toMatchObject([{ created_by_user_type: 2 }])
  })
})

describe('payByAch', () => {
  it('accepts the wizard field names with a bank token and a mandate [C184] [P320]', async () => {
    const policy = await bound()
    const { status, body } = await call(agent, 'POST /api/v1/payments/ach', {
      body: {
        PolicyNo: policy.policy_no,
        BankToken: await inBrowser.bankToken(),
        PayerName: 'Pat Payer',
        SaveForReuse: false,
        Email: policy.email,
        Description: 'Premium for the year',
        CustomerToken: null,
      },
    })
    expect(status).toBe(200)
    expect(body.payload.payment).toMatchObject({ payeeName: 'Pat Payer', description: 'Premium for the year' })
    await simulator.settle()
    expect(await policyRow(policy)).toMatchObject({ is_paid: true })
    const methods = await call(agent, `GET /api/v1/payments/paymentmethods/${policy.policy_no}`)
    expect(methods.body.payload).toEqual([])
  })

  it('accepts the older field names with a saved bank account [P320]', async () => {
    const policy = await bound()
    const { status } = await call(agent, 'POST /api/v1/payments/ach', {
      body: { policyNo: policy.policy_no, bankToken: null, existingPaymentMethod: await aBank(policy) },
    })
    expect(status).toBe(200)
    const methods = await call(agent, `GET /api/v1/payments/paymentmethods/${policy.policy_no}`)
    expect(methods.body.payload).toMatchObject([
      { default: true, stripePaymentMethod: { paymentType: 'us_bank_account' } },
    ])
  })

  /** Locks an idempotency key as if another process were waiting for Stripe's response. */
  const holdKey = async (key: string, milliseconds: number) => {
    const client = await database.pool.connect()
    await client.query('select pg_advisory_lock(hashtextextended($1, 7))', [key])
    void setTimeout(milliseconds).then(async () => {
      await client.query('select pg_advisory_unlock(hashtextextended($1, 7))', [key])
      client.release()
    })
  }

  it.each([
    ['a bank token', () => inBrowser.bankToken()],
    ['a bank account without a Stripe customer', () => inBrowser.bankMethod()],
  ])('charges one of twenty simultaneous first payments by %s and returns 409 for the others', async (_, account) => {
    const policy = await bound()
    const body = { PolicyNo: policy.policy_no, BankToken: await account(), PayerName: 'Pat Payer' }
    await holdKey(`customer-${policy.identity_id}`, 4000)
    const pay = () => call(agent, 'POST /api/v1/payments/ach', { body })
    const responses = await Promise.all(Array.from({ length: 20 }, pay))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)])
    expect(await chargesAtStripe(policy)).toHaveLength(1)
  })

  it('returns 422 if the payment method is missing or is a card', async () => {
    const policy = await bound()
    const ach = (body: object) =>
      call(agent, 'POST /api/v1/payments/ach', { body: { policyNo: policy.policy_no, ...body } })
    expect(await ach({})).toMatchObject({ status: 422, body: { message: 'no payment method found' } })
    expect((await ach({ existingPaymentMethod: await aCard(policy) })).status).toBe(422)
  })
})

describe('receiveStripeWebhook', () => {
  it('returns 401 for a body without a valid Stripe signature', async () => {
    const { status } = await call({ kind: 'anonymous' }, 'POST /api/v1/stripe/webhook', {
      body: { id: 'evt_1', type: 'payment_intent.succeeded' },
      headers: { 'Stripe-Signature': 't=1,v1=abcdef' },
    })
    expect(status).toBe(401)
  })

  it.each([
    ['payment_intent', 'pi_unknown'],
    ['dispute', 'dp_unknown'],
    ['refund', 're_unknown'],
    ['payment_intent', 7],
    [undefined, undefined],
  ])('returns 200 and marks the event as processed if its %s is unknown to Stripe: %s', async (object, id) => {
    const body = {
      id: `evt_${object}${id}`,
      type: `${object}.updated`,
      ...(object && { data: { object: { object, id } } }),
    }
    const text = JSON.stringify(body)
    const signature = stripe.client.webhooks.generateTestHeaderString({ payload: text, secret: stripe.webhookSecret })
    const { status } = await call({ kind: 'anonymous' }, 'POST /api/v1/stripe/webhook', {
      text,
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    })
    expect(status).toBe(200)
    const kept = await db.selectFrom('stripe_events').selectAll().where('event_id', '=', body.id).executeTakeFirst()
    expect(kept?.processed_at).not.toBeNull()
  })

  it('returns 200 and changes nothing for a payment intent from another system', async () => {
    const foreign = await stripe.client.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      metadata: { policyPaymentId: 'not-one-of-ours' },
    })
    expect(foreign.status).toBe('requires_payment_method')
    expect(await simulator.settle()).toEqual({ failed: 0 })
  })
})

describe('payByCheck', () => {
  const check = {
    checkNo: '0001042',
    payeeName: 'Marina Sample',
    memo: 'Premium',
    amount: 1125,
    createdAt: '2026-11-19',
  }
  const apply = (policy: Bound, more: object = {}, actor: Parameters<typeof call>[0] = staff) =>
    call(actor, `POST /api/v1/payments/check/${policy.policy_no}`, { body: { ...check, ...more } })

  it('saves the check number with leading zeros and marks the policy as paid [C197] [C067] [D333] [P322]', async () => {
    const policy = await bound()
    const { status, body } = await apply(policy)
    expect(status).toBe(200)
    expect(body.payload).toMatchObject({
      payment: { paymentTypeId: 3, checkNo: '0001042', memo: 'Premium', paymentStatus: 'paid', amount: 1125 },
      isPaid: true,
    })
    expect(await mails(policy)).toEqual(['receipt to insured'])
  })

  it('rejects an invalid check number, remitter, memo, amount or date [C124] [C127] [C128] [C129] [C130] [C131]', async () => {
    const policy = await bound()
    const bad = [
      [{ checkNo: '0' }, 'Please provide a valid check number.'],
      [{ checkNo: '000' }, 'Please provide a valid check number.'],
      [{ checkNo: '' }, 'Please provide a valid check number.'],
      [{ checkNo: '1234567890123456' }, 'Check number must be at most 15 characters.'],
      [{ checkNo: '12a' }, 'Please provide a valid check number.'],
      [{ payeeName: '' }, 'Remitter name is required.'],
      [{ payeeName: ' ' }, 'Remitter name is required.'],
      [{ memo: '' }, 'Memo is required.'],
      [{ memo: 'm'.repeat(101) }, 'Memo must be at most 100 characters.'],
      [{ amount: 0.99 }, 'Please enter an amount greater than 0'],
      [{ createdAt: '' }, 'Please select a date.'],
    ] as const
    for (const [more, message] of bad) {
      const { status, body } = await apply(policy, more)
      expect({ status, message: body.message, code: body.errors[0].code }).toEqual({
        status: 400,
        message,
        code: 'invalid_value',
      })
    }
    expect((await apply(policy, { amount: 10.005 })).status).toBe(422)
    expect((await apply(policy, { createdAt: '2026-11-21' })).status).toBe(422)
    expect(await payments(policy)).toEqual([])
  })

  it('accepts a check number of up to 15 digits and a memo of up to 100 characters [C125] [D239] [D242] [D243]', async () => {
    const policy = await bound()
    expect((await apply(policy, { checkNo: '1'.repeat(16), amount: 1 })).status).toBe(400)
    expect((await apply(policy, { memo: 'm'.repeat(101), amount: 1 })).status).toBe(400)
    const most = { checkNo: '1'.repeat(15), memo: 'm'.repeat(100), amount: 1 }
    expect((await apply(policy, most)).status).toBe(200)
  })

  it('requires a remitter name and a check date [D241] [D244]', async () => {
    const policy = await bound()
    for (const more of [{ payeeName: '' }, { createdAt: '' }])
      expect((await apply(policy, more)).status, JSON.stringify(more)).toBeGreaterThan(399)
    expect(await payments(policy)).toEqual([])
  })

  it('returns 409 for a check number already in use, with or without leading zeros', async () => {
    const policy = await bound()
    const part = await apply(policy, { amount: 100 })
    expect(part.body.payload).toMatchObject({ isPaid: false, totalDue: 1025, currentlyDue: 1025 })
    expect((await apply(policy, { amount: 100, checkNo: '1042' })).status).toBe(409)
    expect((await apply(policy, { amount: 1025, checkNo: '1043' })).body.payload.isPaid).toBe(true)
    expect((await apply(policy, { checkNo: '1044' })).status).toBe(409)
  })

  it.each(['failed', 'cancelled'] as const)(
    'accepts a check number again if its earlier payment is %s [C197]',
    async (as) => {
      const policy = await bound()
      const first = await apply(policy, { amount: 100 })
      expect((await apply(policy, { amount: 100 })).status).toBe(409)
      const bounced = { code: 'returned_check', reason: 'Not sufficient funds', now: defaultTestTime, as }
      await db.transaction().execute((trx) => failPayment(trx, first.body.payload.payment.policyPaymentId, bounced))
      const again = await apply(policy, { amount: 100 })
      expect(again).toMatchObject({ status: 200, body: { payload: { totalDue: 1025 } } })
      expect((await apply(policy, { amount: 100 })).status).toBe(409)
    },
  )

  it('creates an overpayment if a check exceeds the amount due', async () => {
    const policy = await bound()
    await apply(policy, { amount: 1200 })
    const items = await db
      .selectFrom('overpayment_items')
      .selectAll()
      .where('policy_id', '=', policy.policy_id)
      .execute()
    expect(items).toMatchObject([{ amount_cents: 7500, state: 'open' }])
  })

  it('returns 422 for a check above the two-person limit, which must go through the lockbox', async () => {
    const policy = await bound()
    const { status, body } = await apply(policy, { amount: 50_000.01 })
    expect([status, body.errors[0].code]).toEqual([422, 'check_limit'])
    expect((await apply(policy, { amount: 50_000 })).status).toBe(200)
  })

  it('returns 403 to agents whose agency is not listed in the settings [C158] [D293]', async () => {
    const policy = await bound()
    expect((await apply(policy, {}, agent)).status).toBe(403)
    await db
      .insertInto('settings')
      .values({ key: 'applyCheckAgentNos', value: JSON.stringify([agency.agency_no]) })
      .execute()
    const later = new Date(defaultTestTime.getTime() + 6_000)
    const { status } = await call(agent, `POST /api/v1/payments/check/${policy.policy_no}`, { body: check, now: later })
    expect(status).toBe(200)
    expect((await apply(policy, {}, createInsuredActor(policy.identity_id))).status).toBe(403)
  })
})

describe('getReceipt', () => {
  it('returns the amount, fee, payment method and remaining balance', async () => {
    const policy = await bound()
    const paid = await payByCard(policy, await aCard(policy))
    const { policyPaymentId } = paid.body.payload.payment
    const { body } = await call(agent, `GET /api/v1/payments/receipts/${policy.policy_no}/${policyPaymentId}`)
    expect(body.payload).toMatchObject({
      amount: 1125,
      feeAmount: 32.93,
      total: 1157.93,
      balanceAfter: 0,
      insuredName: 'Marina Sample',
      method: { cardBrand: 'visa', lastFourDigits: '4242' },
    })
    expect((await call(stranger, `GET /api/v1/payments/receipts/${policy.policy_no}/${policyPaymentId}`)).status).toBe(
      404,
    )
    const other = await bound()
    expect((await call(agent, `GET /api/v1/payments/receipts/${other.policy_no}/${policyPaymentId}`)).status).toBe(404)
  })
})

describe('getReceiptPdf', () => {
  it('returns a PDF to the payer and 404 to other agencies', async () => {
    const policy = await bound()
    const { body } = await process(policy, await aBank(policy))
    const printed = await call(createInsuredActor(policy.identity_id), `GET ${body.payload.receipt.pdfUrl}`)
    expect(printed.status).toBe(200)
    expect(printed.headers.get('content-type')).toBe('application/pdf')
    expect(Buffer.from(printed.body.slice(0, 5)).toString()).toBe('%PDF-')
    expect((await call(stranger, `GET ${body.payload.receipt.pdfUrl}`)).status).toBe(404)
  })
})

describe('createPaymentIntent, updatePaymentIntent and recordCardPayment', () => {
  const start = (policy: Bound, country = 'US') =>
    call(agent, 'POST /api/v1/payments/paymentIntent', {
      body: { policyNo: policy.policy_no, cardType: 'visa', country, payerName: 'Pat Payer' },
    })
  const save = (policy: Bound, intentId: string, by = agent) =>
    call(by, 'POST /api/v1/payments/cardPayment', {
      body: {
        ...{ policyNo: policy.policy_no, amount: 1, intentId, paymentMethodId: null, email: policy.email },
        ...{ payerName: 'Pat Payer', saveForReuse: false, responseData: '{"status":"succeeded"}' },
      },
    })

  it('return the amount and card fee, and reuse an open intent of the policy [P316] [P317]', async () => {
    const policy = await bound()
    const first = await start(policy, 'CA')
    expect(first.body.payload).toMatchObject({ amount: 1174.8, fee: 49.8 })
    const again = await start(policy)
    expect(again.body.payload).toMatchObject({ intentId: first.body.payload.intentId, amount: 1157.93, fee: 32.93 })
    const changed = await update(policy, 'amex')
    expect(changed.body.payload).toMatchObject({ intentId: first.body.payload.intentId, fee: 39.68 })
  })

  it('record a confirmed payment once, even if both browser and webhook report it [P319]', async () => {
    const policy = await bound()
    const { body } = await start(policy)
    const { intentId, clientSecret } = body.payload
    expect((await save(policy, intentId)).status).toBe(422)
    expect((await save(policy, intentId, stranger)).status).toBe(404)
    await inBrowser.payByCard(clientSecret)
    const responses = await Promise.all([save(policy, intentId), save(policy, intentId), simulator.settle()])
    expect(responses[0].body.payload).toMatchObject({ payment: { amount: 1125, feeAmount: 32.93 }, isPaid: true })
    await save(policy, intentId)
    expect(await payments(policy)).toMatchObject([{ status: 'paid', payee_name: 'Pat Payer' }])
    expect((await update(policy, 'amex')).status).toBe(409)
  })

  it('accept the older request format with a saved card [P315]', async () => {
    const policy = await bound()
    const card = await aCard(policy)
    const { status, body } = await call(agent, 'POST /api/v1/payments/paymentIntent', {
      body: { PolicyNo: policy.policy_no, ExistingPaymentMethod: card },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.payload.clientSecret).toMatch(/^pi_/)
  })

  it('retrieve the confirmed intent and its card in one Stripe request', async () => {
    const policy = await bound()
    const { body } = await start(policy)
    await inBrowser.payByCard(body.payload.clientSecret)
    calls.length = 0
    await save(policy, body.payload.intentId)
    expect(calls.map(({ name }) => name)).toEqual(['paymentIntents.retrieve', 'paymentIntents.capture'])
  })

  it('record the payment through a webhook if the browser never reports it', async () => {
    const policy = await bound()
    await inBrowser.payByCard((await start(policy)).body.payload.clientSecret)
    await simulator.settle()
    expect(await policyRow(policy)).toMatchObject({ is_paid: true })
  })

  const update = (policy: Bound, cardType: string) =>
    call(agent, 'PUT /api/v1/payments/paymentIntent', {
      body: { policyNo: policy.policy_no, cardType, country: 'US', existingPaymentMethod: null },
    })
  const amex = '378282246310005'
  const canceled = async (policy: Bound) => {
    const { data } = await stripe.client.paymentIntents.list({ limit: 100 })
    return data.filter(({ metadata, status }) => metadata.policyNo === policy.policy_no && status === 'canceled')
  }

  it('charge nothing and return 409 if the card has a different fee', async () => {
    const policy = await bound()
    const { body } = await start(policy)
    expect(body.payload).toMatchObject({ fee: 32.93 })
    await inBrowser.payByCard(body.payload.clientSecret, amex)
    const rejection = await save(policy, body.payload.intentId)
    expect(rejection.status).toBe(409)
    expect(rejection.body.errors).toMatchObject([
      {
        code: 'amount_changed',
        field: 'Amount',
        message:
          'Amount: the amount due is now $1,164.68, with a card fee of $39.68. Nothing was charged. Please review the new amount.',
      },
    ])
    await simulator.settle()
    expect(await canceled(policy)).toMatchObject([{ amount_received: 0, amount_capturable: 0 }])
    expect(await payments(policy)).toEqual([])
    expect(await mails(policy)).toEqual([])

    expect((await update(policy, 'amex')).status).toBe(409)
    const intent = await call(agent, 'POST /api/v1/payments/paymentIntent', {
      body: { policyNo: policy.policy_no, cardType: 'amex', country: 'US', payerName: 'Pat Payer' },
    })
    await inBrowser.payByCard(intent.body.payload.clientSecret, amex)
    const paid = await save(policy, intent.body.payload.intentId)
    expect(paid.body.payload).toMatchObject({ payment: { amount: 1125, feeAmount: 39.68 }, isPaid: true })
    expect(await chargesAtStripe(policy)).toMatchObject([{ status: 'succeeded', amount_received: 116_468 }])
  })

  it('return 409 for a different fee even if the webhook arrives before the browser request', async () => {
    const policy = await bound()
    const { body } = await start(policy, 'CA')
    await inBrowser.payByCard(body.payload.clientSecret)
    expect(await simulator.settle()).toEqual({ failed: 0 })
    expect(await canceled(policy)).toHaveLength(1)
    // A payer who does not return is notified that nothing was charged, but only once.
    await simulator.deliver((events) => [...events, ...events])
    expect(await mails(policy)).toEqual(['payment-released to insured'])
    const [{ payload } = { payload: undefined }] = await mailJobs(policy)
    expect(payload?.values).toMatchObject({
      reason: 'The amount or the card fee differs from the one that was confirmed.',
      dueCents: 112_500,
    })
    for (const response of [await save(policy, body.payload.intentId), await save(policy, body.payload.intentId)])
      expect([response.status, response.body.errors[0].code]).toEqual([409, 'amount_changed'])
    expect(await payments(policy)).toEqual([])
  })

  it('charge nothing if the fee changed after the payer acknowledged it [P421]', async () => {
    const policy = await bound()
    const { body } = await start(policy, 'BR')
    expect(body.payload).toMatchObject({ fee: 49.8 })
    const brazilian = { card_brand: 'visa', card_country: 'BR', effective_from: '2026-01-01' }
    await db
      .insertInto('card_fees')
      .values({ ...brazilian, rate_basis_points: 600, fixed_cents: 0 })
      .execute()
    await inBrowser.payByCard(body.payload.clientSecret, '4000000760000002')
    const rejection = await save(policy, body.payload.intentId)
    await db.deleteFrom('card_fees').where('card_country', '=', 'BR').execute()
    expect([rejection.status, rejection.body.errors[0].message]).toEqual([409, expect.stringContaining('$67.50')])
    expect(await chargesAtStripe(policy)).toEqual([])
  })

  it('release the card authorization if a check pays the policy first', async () => {
    const policy = await bound()
    const { body } = await start(policy)
    await call(staff, `POST /api/v1/payments/check/${policy.policy_no}`, {
      body: { checkNo: '7', payeeName: 'Lender', memo: 'Premium', amount: 1125, createdAt: '2026-11-19' },
    })
    await inBrowser.payByCard(body.payload.clientSecret)
    await simulator.settle((events) => [...events, ...events].reverse())
    const { status, body: response } = await save(policy, body.payload.intentId)
    expect([status, response.errors[0].code]).toEqual([409, 'already_paid'])
    // The first email is the receipt for the check.
    expect((await mailJobs(policy)).slice(1).map(({ payload }) => [payload.template, payload.values])).toMatchObject([
      [
        'payment-released',
        { amountCents: 115_793, reason: 'The policy has since been paid by another method.', dueCents: 0 },
      ],
    ])
    expect(await payments(policy)).toMatchObject([{ payment_type_id: 3 }])
    expect(await chargesAtStripe(policy)).toEqual([])
  })

  it("do not save a card without the payer's consent", async () => {
    const policy = await bound()
    const { body } = await start(policy)
    await inBrowser.payByCard(body.payload.clientSecret)
    await save(policy, body.payload.intentId)
    const { body: kept } = await call(agent, `GET /api/v1/payments/paymentmethods/${policy.policy_no}`)
    expect(kept.payload).toEqual([])
    expect(await mails(policy)).toEqual(['receipt to insured'])
  })

  it('return 404 for an intent of another policy, and 422 for amounts above $5,000 [C239]', async () => {
    const [mine, other] = [await bound(), await bound()]
    const { body } = await start(other)
    expect((await save(mine, body.payload.intentId)).status).toBe(404)
    expect((await save(mine, 'pi_doesNotExist')).status).toBe(404)
    expect((await start(await bound({ premiumCents: 468_500 }))).status).toBe(422)
  })
})

describe('updatePaymentMethod', () => {
  const update = (policy: Bound, PaymentMethodId: string, more: object = {}) =>
    call(agent, 'POST /api/v1/payments/updatePaymentMethod', {
      body: { PolicyNo: policy.policy_no, PaymentMethodId, Default: true, ...more },
    })

  it('replaces the default payment method without a charge [C117] [C183] [C192] [C073] [D330] [P314]', async () => {
    const policy = await bound()
    const [bank, card] = [await aBank(policy), await aCard(policy)]
    await update(policy, bank)
    const { status, body } = await update(policy, card, { OptInAutoPayRenewal: true })
    expect(status).toBe(200)
    expect(body.payload).toMatchObject({ stripePaymentMethodId: card, default: true, optInAutoPayRenewal: true })
    const { body: kept } = await call(agent, `GET /api/v1/payments/paymentmethods/${policy.policy_no}`)
    expect(kept.payload).toMatchObject([{ default: true }, { stripePaymentMethodId: bank, default: false }])
    expect(await payments(policy)).toEqual([])
  })

  it('charges one installment, but only on a monthly earthquake policy [D331]', async () => {
    const flood = await bound()
    expect((await update(flood, await aCard(flood), { ChargeAfterUpdate: true })).status).toBe(422)
    const monthly = await bound({ product: 4, monthly: true })
    const charged = { ChargeAfterUpdate: true, Amount: 96.75 }
    expect((await update(monthly, await aCard(monthly), charged)).status).toBe(200)
    expect(await payments(monthly)).toMatchObject([{ status: 'paid', amount_cents: 9375, fee_cents: 300 }])
    const { body } = await call(agent, `GET /api/v1/payments/latestRecurringPayment/${monthly.policy_no}`)
    expect(body.payload).toMatchObject({ item1: { stripePaymentMethod: { cardBrand: 'visa' } }, item2: null })
  })

  it('changes nothing if the payer has not acknowledged the card fee', async () => {
    const monthly = await bound({ product: 4, monthly: true })
    const [visa, amex] = [await aCard(monthly), await aCard(monthly, '378282246310005')]
    const tries = [
      await update(monthly, visa, { ChargeAfterUpdate: true }),
      await update(monthly, visa, { ChargeAfterUpdate: true, Amount: 93.75 }),
      await update(monthly, amex, { ChargeAfterUpdate: true, Amount: 96.75 }),
    ]
    expect(tries.map(({ status, body }) => [status, body.errors[0].code])).toEqual(
      Array(3).fill([409, 'amount_changed']),
    )
    expect(tries[2]?.body.message).toContain('is now $97.31, with a card fee of $3.56')
    expect([await payments(monthly), await chargesAtStripe(monthly)]).toEqual([[], []])
    const { body: kept } = await call(agent, `GET /api/v1/payments/paymentmethods/${monthly.policy_no}`)
    expect(kept.payload).toEqual([])
  })

  it('charges a bank account the amount due without a fee', async () => {
    const monthly = await bound({ product: 4, monthly: true })
    const bank = await aBank(monthly)
    expect((await update(monthly, bank, { ChargeAfterUpdate: true, Amount: 93.74 })).status).toBe(409)
    expect((await update(monthly, bank, { ChargeAfterUpdate: true, Amount: 93.75 })).status).toBe(200)
    expect(await payments(monthly)).toMatchObject([{ status: 'processing', amount_cents: 9375, fee_cents: 0 }])
  })
})

describe('getDefaultPaymentMethod', () => {
  const read = async (policy: Bound) =>
    (await call(agent, `GET /api/v1/payments/defaultPaymentMethod/${policy.policy_no}`)).body.payload
  const keep = (policy: Bound, PaymentMethodId: string, Default: boolean) =>
    call(agent, 'POST /api/v1/payments/updatePaymentMethod', {
      body: { PolicyNo: policy.policy_no, PaymentMethodId, Default },
    })

  it('returns the default payment method as item1, otherwise a message as item2 [P274]', async () => {
    const policy = await bound()
    const none = { item1: null, item2: 'No default payment method set on this policy' }
    expect(await read(policy)).toEqual(none)
    const [bank, card] = [await aBank(policy), await aCard(policy)]
    await keep(policy, bank, true)
    expect(await read(policy)).toMatchObject({ item1: { stripePaymentMethodId: bank, default: true }, item2: null })
    await keep(policy, card, true)
    expect(await read(policy)).toMatchObject({ item1: { stripePaymentMethodId: card, default: true }, item2: null })
    expect(await read(await bound())).toEqual(none)
    expect((await call(stranger, `GET /api/v1/payments/defaultPaymentMethod/${policy.policy_no}`)).status).toBe(404)
  })
})

describe('getLatestRecurringPayment', () => {
  const read = async (policy: Bound) =>
    (await call(agent, `GET /api/v1/payments/latestRecurringPayment/${policy.policy_no}`)).body.payload

  it('returns the method of the latest recurring payment as item1, otherwise a message as item2 [P275]', async () => {
    const none = { item1: null, item2: 'No recurring payment was made for this policy' }
    const annual = await bound({ product: 4 })
    await payByCard(annual, await aCard(annual))
    expect(await read(annual)).toEqual(none)
    const monthly = await bound({ product: 4, monthly: true })
    expect(await read(monthly)).toEqual(none)
    const card = await aCard(monthly)
    await payByCard(monthly, card)
    expect(await read(monthly)).toMatchObject({ item1: { stripePaymentMethodId: card }, item2: null })
    await db.updateTable('payments').set({ status: 'failed' }).where('policy_id', '=', monthly.policy_id).execute()
    expect(await read(monthly)).toEqual(none)
  })
})

describe('removePaymentMethod', () => {
  const remove = (policy: Bound, id: string) =>
    call(agent, `DELETE /api/v1/payments/removePaymentMethod/${policy.policy_no}/${id}`)

  it('detaches the payment method at Stripe, and returns 404 when called again [C118] [C194] [D332]', async () => {
    const policy = await bound()
    const card = await aCard(policy)
    await payByCard(policy, card)
    expect((await remove(policy, card)).status).toBe(200)
    expect((await stripe.client.paymentMethods.retrieve(card)).customer).toBeNull()
    expect((await remove(policy, card)).status).toBe(404)
    const { body } = await call(agent, `GET /api/v1/payments/defaultPaymentMethod/${policy.policy_no}`)
    expect(body.payload).toEqual({ item1: null, item2: 'No default payment method set on this policy' })
  })

  it('returns 409 while a payment with the payment method is processing', async () => {
    const policy = await bound()
    const bank = await aBank(policy)
    await process(policy, bank)
    expect((await remove(policy, bank)).status).toBe(409)
  })
})

describe('transferPayment', () => {
  const move = (
    from: Bound,
    to: Bound,
    amount: number,
    policyPaymentId: string,
    actor: Parameters<typeof call>[0] = staff,
  ) =>
    call(actor, `PUT /api/v1/payments/${from.policy_no}/moveto/${to.policy_no}/${amount}`, {
      body: { policyPaymentId },
    })
  const paidByCard = async () => {
    const policy = await bound()
    const { body } = await payByCard(policy, await aCard(policy))
    return { policy, id: String(body.payload.payment.policyPaymentId) }
  }

  it('moves a payment to another policy and adds a public note to both policies [C190] [C200] [C201] [D334] [D335] [D336]', async () => {
    const { policy, id } = await paidByCard()
    const other = await bound()
    const { status, body } = await move(policy, other, 250, id)
    expect(status).toBe(200)
    expect(body.payload).toMatchObject({
      reversal: { amount: -250, memo: 'Reversing payment', paymentTypeId: 12, policyNo: policy.policy_no },
      transferred: { amount: 250, paymentTypeId: 12, policyNo: other.policy_no },
    })
    expect(await balance(policy)).toMatchObject({ due_cents: 25_000 })
    expect(await balance(other)).toMatchObject({ due_cents: 87_500 })
    const notes = await db
      .selectFrom('policy_notes')
      .select(['note', 'is_private'])
      .where('policy_id', 'in', [policy.policy_id, other.policy_id])
      .orderBy('note')
      .execute()
    expect(notes).toEqual([
      { note: `Payment has been transferred from ${policy.policy_no}`, is_private: false },
      { note: `Payment has been transferred to ${other.policy_no}`, is_private: false },
    ])
  })

  it('emails the policyholder whose payment is transferred to a policy of somebody else [PAY-24]', async () => {
    const { policy, id } = await paidByCard()
    const [stranger, own] = [await bound(), await bound({ columns: { email: policy.email.toUpperCase() } })]
    const before = await mails(policy)
    expect((await move(policy, own, 100, id)).status).toBe(200)
    expect(await mails(policy)).toEqual(before)
    expect((await move(policy, stranger, 250, id)).status).toBe(200)
    const sent = (await mailJobs(policy)).slice(before.length)
    expect(sent.map(({ payload }) => payload)).toMatchObject([
      {
        ...{ template: 'payment-transferred', to: policy.email },
        values: { amountCents: 25_000, method: 'Visa ending in 4242', balanceCents: 35_000 },
      },
    ])
    expect(await mails(stranger)).toEqual([])
    expect(JSON.stringify(sent)).not.toContain(stranger.policy_no)
  })

  it('moves at most the remaining amount of the payment [C113] [C114] [C142] [P321]', async () => {
    const { policy, id } = await paidByCard()
    const other = await bound()
    for (const amount of [0, -5, 1125.01]) expect((await move(policy, other, amount, id)).status).toBeGreaterThan(399)
    expect((await move(policy, other, 250, id)).status).toBe(200)
    expect((await move(policy, other, 875.01, id)).status).toBe(422)
    expect((await move(policy, other, 875, id)).status).toBe(200)
    const whole = await paidByCard()
    expect((await move(whole.policy, other, 1125, whole.id)).status).toBe(200)
  })

  it('returns 409 for a reversal and for a fully transferred payment [C112] [D132]', async () => {
    const { policy, id } = await paidByCard()
    const [other, third] = [await bound(), await bound()]
    const { body } = await move(policy, other, 1125, id)
    const { reversal } = body.payload
    expect(reversal.memo).toBe('Reversing payment')
    const before = { status: 409, body: { message: "You've already transfered this payment." } }
    expect(await move(policy, third, 1, id)).toMatchObject(before)
    expect(await move(policy, third, 1, reversal.policyPaymentId)).toMatchObject(before)
  })

  it('moves a transferred payment back to the original policy or to a third policy [C169]', async () => {
    const { policy, id } = await paidByCard()
    const [wrong, right] = [await bound(), await bound()]
    const moved = await move(policy, wrong, 1125, id)
    const { transferred } = moved.body.payload
    expect(transferred).toMatchObject({ canTransfer: false, canTransferAgain: true, maximumTransfer: 1125 })
    expect((await move(wrong, policy, 125, transferred.policyPaymentId)).status).toBe(200)
    expect((await move(wrong, right, 1000.01, transferred.policyPaymentId)).status).toBe(422)
    expect((await move(wrong, right, 1000, transferred.policyPaymentId)).status).toBe(200)
    expect(await balance(policy)).toMatchObject({ due_cents: 100_000 })
    expect(await balance(wrong)).toMatchObject({ due_cents: 112_500 })
    expect(await balance(right)).toMatchObject({ due_cents: 12_500 })
  })

  it('moves no more than the incoming transfer amount in two simultaneous requests [C145]', async () => {
    const { policy, id } = await paidByCard()
    const [wrong, right] = [await bound(), await bound()]
    const rowId = (await move(policy, wrong, 1125, id)).body.payload.transferred.policyPaymentId
    const responses = await Promise.all([move(wrong, policy, 800, rowId), move(wrong, right, 800, rowId)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
    const transferred = [(await balance(policy)).received_cents, (await balance(right)).received_cents]
    expect(transferred.sort((a, b) => a - b)).toEqual([0, 80_000])
    expect(await balance(wrong)).toMatchObject({ received_cents: 32_500 })
  })

  it('restores the balance of every policy that received part of a returned ACH debit', async () => {
    const policy = await bound()
    const { body } = await process(policy, await aBank(policy))
    await simulator.settle()
    const { policyPaymentId } = body.payload.payment
    const [wrong, right] = [await bound(), await bound()]
    const transferred = await move(policy, wrong, 1125, policyPaymentId)
    await move(wrong, policy, 125, transferred.body.payload.transferred.policyPaymentId)
    await move(wrong, right, 1000, transferred.body.payload.transferred.policyPaymentId)
    const returned = { code: 'R01', reason: 'Insufficient funds', now: new Date() }
    await db.transaction().execute((trx) => failPayment(trx, policyPaymentId, returned))
    for (const one of [policy, wrong, right])
      expect(await balance(one)).toMatchObject({ due_cents: 112_500, received_cents: 0 })
  })

  it('rejects a payment that is not yet applied to the policy [C111] [D187]', async () => {
    const policy = await bound()
    const { body } = await process(policy, await aBank(policy))
    expect(await move(policy, await bound(), 10, body.payload.payment.policyPaymentId)).toMatchObject({
      status: 409,
      body: { message: 'Payment has not been applied' },
    })
  })

  it('returns 403 to agents, insureds, and read-only staff [C163] [D006] [D291]', async () => {
    const { policy, id } = await paidByCard()
    const other = await bound({ columns: { identity_id: policy.identity_id } })
    for (const actor of [agent, createInsuredActor(policy.identity_id), createStaffActor('readonly')])
      expect((await move(policy, other, 10, id, actor)).status).toBe(403)
    expect((await move(policy, other, 10, id)).status).toBe(200)
  })

  it('moves no more than the payment amount in two simultaneous requests [C145]', async () => {
    const { policy, id } = await paidByCard()
    const [one, two] = [await bound(), await bound()]
    expect((await move(policy, one, 1125.01, id)).status).toBe(422)
    const responses = await Promise.all([move(policy, one, 800, id), move(policy, two, 800, id)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  it('returns 409 for a failed payment [C109] [D185] [P321] [P386]', async () => {
    const policy = await bound()
    await payByCard(policy, await aCard(policy, '4000000000000341'))
    const [failed] = await payments(policy)
    const other = await bound()
    expect(await move(policy, other, 10, failed?.policy_payment_id ?? '')).toMatchObject({
      status: 409,
      body: { message: 'Payment failed' },
    })
  })
})

describe('bank payment settled after cancellation', () => {
  /** Cancels a policy of $1,125.00 so that its remaining cost is `cents`. */
  const cancelOwing = async (policy: Bound, cents: number) => {
    await db.transaction().execute((trx) =>
      postInvoice(trx, {
        policyId: policy.policy_id,
        lines: [{ charge: 'premium_written', amountCents: cents - 112_500, description: 'Return premium' }],
        dueDate: '2026-11-20',
      }),
    )
    await db
      .updateTable('policies')
      .set({ cancelled_at: defaultTestTime, cancel_reason_code: '13', cancel_effective_date: policy.inception_date })
      .where('policy_id', '=', policy.policy_id)
      .execute()
  }
  const cancelledWhileProcessing = async (owedCents = 0) => {
    const policy = await bound()
    await process(policy, await aBank(policy))
    await cancelOwing(policy, owedCents)
    return policy
  }
  const refundsOf = async (policy: Bound) => (await payments(policy)).filter((row) => row.amount_cents < 0)
  const overpaymentsOf = (policy: Bound) =>
    db.selectFrom('overpayment_items').selectAll().where('policy_id', '=', policy.policy_id).execute()
  const deliver = async (intentId: string, eventId: string) => {
    const body = {
      id: eventId,
      type: 'payment_intent.succeeded',
      data: { object: { object: 'payment_intent', id: intentId } },
    }
    const text = JSON.stringify(body)
    const signature = stripe.client.webhooks.generateTestHeaderString({ payload: text, secret: stripe.webhookSecret })
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature }
    return (await call({ kind: 'anonymous' }, 'POST /api/v1/stripe/webhook', { text, headers })).status
  }
  const reviewsOf = (policy: Bound) =>
    db.selectFrom('refund_reviews').selectAll().where('policy_id', '=', policy.policy_id).execute()

  it('is refunded to its payer once, even if every webhook is delivered twice', async () => {
    const policy = await cancelledWhileProcessing()
    await simulator.settle((events) => [...events, ...events])
    await simulator.settle((events) => [...events, ...events])
    expect(await refundsOf(policy)).toMatchObject([
      {
        amount_cents: -112_500,
        record_type: 'Refund',
        payee_name: policy.insured_name,
        created_by_user_name: 'Tideline',
      },
    ])
    expect(await balance(policy)).toMatchObject({ due_cents: 0 })
    expect(await overpaymentsOf(policy)).toEqual([])
  })

  it('is refunded once when 20 webhook deliveries arrive simultaneously', async () => {
    const policy = await cancelledWhileProcessing()
    const [paid] = await payments(policy)
    await simulator.settlePayments()
    const intentId = paid?.stripe_payment_intent_id ?? ''
    // Delivers ten events twice.
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => deliver(intentId, `evt_late_${index % 10}`)),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await refundsOf(policy)).toMatchObject([{ amount_cents: -112_500, record_type: 'Refund' }])
    await simulator.settle()
    expect(await refundsOf(policy)).toHaveLength(1)
  })

  it('is refunded to its payer minus the amount still owed on the policy', async () => {
    const policy = await cancelledWhileProcessing(30_000)
    await simulator.settle()
    expect(await refundsOf(policy)).toMatchObject([{ amount_cents: -82_500 }])
    expect(await balance(policy)).toMatchObject({ due_cents: 0 })
  })

  it('is refunded only to its own payer, not to other payers of the policy', async () => {
    const policy = await bound()
    await insertPayment(db, {
      policyId: policy.policy_id,
      amountCents: 20_000,
      now: defaultTestTime,
      payeeName: 'First Lender',
    })
    await process(policy, await aBank(policy))
    await cancelOwing(policy, 20_000)
    await simulator.settle()
    expect(await refundsOf(policy)).toMatchObject([{ amount_cents: -92_500, payee_name: policy.insured_name }])
  })

  it('becomes an overpayment if the policy was rewritten and the new policy has a balance due', async () => {
    const [policy, rewritten] = [await cancelledWhileProcessing(), await bound()]
    await db
      .updateTable('policies')
      .set({ next_policy_id: rewritten.policy_id })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    await simulator.settle()
    expect(await refundsOf(policy)).toEqual([])
    expect(await overpaymentsOf(policy)).toMatchObject([{ amount_cents: 112_500, state: 'open' }])
  })

  it('is put on hold for review if the refund exceeds the limit', async () => {
    const policy = await cancelledWhileProcessing()
    await db.insertInto('settings').values({ key: 'refunds.reviewAbove', value: '100' }).execute()
    try {
      await simulator.settle((events) => [...events, ...events])
    } finally {
      await db.deleteFrom('settings').where('key', '=', 'refunds.reviewAbove').execute()
    }
    expect(await refundsOf(policy)).toEqual([])
    const [paid] = await payments(policy)
    expect(await reviewsOf(policy)).toMatchObject([
      {
        ...{ cause: 'latePayment', hold_reason: 'amount', amount_cents: 112_500, state: 'open' },
        policy_payment_id: paid?.policy_payment_id,
      },
    ])
    expect(await balance(policy)).toMatchObject({ due_cents: -112_500 })
    expect((await mailJobs(policy)).at(-1)?.payload).toMatchObject({
      ...{ template: 'late-payment', to: policy.email },
      values: { amountCents: 112_500, moneyWords: expect.stringMatching(/^\$1,125\.00 is on hold/) },
    })
  })

  it('sends the payer one refund email, even if the event is repeated [PAY-23, EML-4]', async () => {
    const policy = await cancelledWhileProcessing()
    await simulator.settle((events) => [...events, ...events])
    const late = (await mailJobs(policy)).filter(({ payload }) => payload.template === 'late-payment')
    expect((await mails(policy)).filter((mail) => mail.startsWith('payment-received'))).toEqual([])
    expect(late.map(({ payload }) => payload.values)).toMatchObject([
      { moneyWords: `Refunded to the original payment method: $1,125.00 to ${policy.insured_name}.` },
    ])
  })
})

describe('refundPayment', () => {
  const finance = createStaffActor('financeadmin')
  const give = (paymentId: string, amount: number, actor: Parameters<typeof call>[0] = finance) =>
    call(actor, `POST /api/v1/billing/payments/${paymentId}/refund`, {
      body: { amount, reason: 'The lender had paid' },
    })
  const paid = async (method: 'card' | 'bank') => {
    const policy = await bound()
    const { body } =
      (await method) === 'card'
        ? await payByCard(policy, await aCard(policy))
        : await process(policy, await aBank(policy))
    await simulator.settle()
    return { policy, paymentId: String(body.payload.payment.paymentId) }
  }

  it('refunds a card payment immediately and adds the amount back to the balance due', async () => {
    const { policy, paymentId } = await paid('card')
    const { status, body } = await give(paymentId, 250)
    expect(status).toBe(200)
    expect(body.payload).toMatchObject({ paymentId, amount: -250, recordType: 'Refund', paymentStatus: 'refunded' })
    await simulator.settle((events) => [...events, ...events])
    expect(await balance(policy)).toMatchObject({ received_cents: 87_500, due_cents: 25_000 })
    expect((await give(paymentId, 875.01)).status).toBe(422)
    expect((await payments(policy)).map(({ status }) => status)).toEqual(['paid', 'refunded'])
  })

  it('refunds a bank payment after the bank accepts the refund', async () => {
    const { policy, paymentId } = await paid('bank')
    expect((await give(paymentId, 1125)).body.payload.paymentStatus).toBe('processing')
    await simulator.settle()
    expect((await payments(policy)).map(({ status }) => status)).toEqual(['paid', 'refunded'])
    const { data } = await stripe.client.refunds.list({ limit: 100 })
    expect(data.filter(({ metadata }) => metadata?.refundId)).toHaveLength(2)
  })

  it('returns 409 for a disputed card payment even before the dispute webhook arrives', async () => {
    const policy = await bound()
    const { body } = await payByCard(policy, await aCard(policy, '4000000000000259'))
    const rejected = await give(String(body.payload.payment.paymentId), 250)
    expect(rejected).toMatchObject({
      status: 409,
      body: {
        message:
          'The payer has disputed this payment with the bank, so it cannot be refunded. The money stays with the policy.',
        errors: [{ code: 'refund_rejected' }],
      },
    })
    expect(await balance(policy)).toMatchObject({ received_cents: 112_500, due_cents: 0 })
    expect((await payments(policy)).map(({ status }) => status)).toEqual(['paid', 'failed'])
    await simulator.settle()
    expect(await balance(policy)).toMatchObject({ received_cents: 0, due_cents: 112_500 })
  })

  it('records a refund created directly in Stripe', async () => {
    const { policy } = await paid('card')
    const [row] = await payments(policy)
    await stripe.client.refunds.create({ payment_intent: row?.stripe_payment_intent_id ?? '', amount: 100_00 })
    await simulator.settle((events) => [...events, ...events].reverse())
    expect(await balance(policy)).toMatchObject({ due_cents: 10_000 })
  })

  it('returns 403 to staff without the finance role, and 404 for an unknown payment', async () => {
    const { paymentId } = await paid('card')
    expect((await give(paymentId, 1, staff)).status).toBe(403)
    expect((await give('PAY-999999-9', 1)).status).toBe(404)
  })

  it('assigns a receipt number to each refund and shows the resulting balance', async () => {
    const { policy, paymentId } = await paid('card')
    const receiptOf = async (policyPaymentId: string) =>
      (await call(agent, `GET /api/v1/payments/receipts/${policy.policy_no}/${policyPaymentId}`)).body.payload
    const first = await give(paymentId, 250)
    const second = await give(paymentId, 100)
    await simulator.settle()
    const [payment] = (await payments(policy)).filter((row) => row.amount_cents > 0)
    const number = paymentId.replace('PAY', 'RCP')
    // All rows have the same timestamp, so the ledger determines their order.
    expect(await receiptOf(payment?.policy_payment_id ?? '')).toMatchObject({ receiptNo: number, balanceAfter: 0 })
    expect(await receiptOf(first.body.payload.policyPaymentId)).toMatchObject({
      ...{ receiptNo: `${number}-R1`, balanceAfter: 250 },
    })
    expect(await receiptOf(second.body.payload.policyPaymentId)).toMatchObject({
      ...{ receiptNo: `${number}-R2`, balanceAfter: 350 },
    })
  })
})

describe('billToMortgagee', () => {
  it('bills the first lienholder without charging a payment method', async () => {
    const policy = await bound()
    const bill = () => call(agent, `POST /api/v1/payments/mortgagee/${policy.policy_no}`)
    expect((await bill()).status).toBe(409)
    await db
      .insertInto('lienholders')
      .values({ policy_id: policy.policy_id, position: 1, name1: 'Gulf Demo Mortgage ISAOA', reference: '4400123987' })
      .execute()
    const { body } = await bill()
    expect(body.payload).toMatchObject({ lienholderName: 'Gulf Demo Mortgage ISAOA', amountDue: 1125 })
    expect(await payments(policy)).toEqual([])
    expect(await policyRow(policy)).toMatchObject({ is_paid: false })
  })
})
