import { PaymentType } from '@tideline/sdk/words'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar/days.ts'
import { formatUsDate } from '../calendar/format-date.ts'
import type { Actor } from '../http/context.ts'
import { formatDollars } from '../http/money.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { lockPaymentPolicies } from '../ledger/lock-policies.ts'
import { failPayment } from '../ledger/payments.ts'
import { rewriteHandlers } from '../lifecycle/rewrite/routes.ts'
import { lifecycleHandlers } from '../lifecycle/routes.ts'
import type { Letter } from '../notifications/letter.ts'
import { recordChargeOutcome } from '../payments/charge/record-charge-outcome.ts'
import { getPaymentListeners } from '../payments/events.ts'
import { expireOffer, sweepOffers } from '../payments/reinstatement-offers/expire-offers.ts'
import { paymentHandlers } from '../payments/routes.ts'
import { changePolicyAsSystem } from '../policy/change-policy.ts'
import { policyHandlers } from '../policy-reads/routes.ts'
import { renderEmail } from '../providers/mail/templates/index.ts'
import { clearSettingsCache } from '../settings/settings.ts'
import { createAgentActor, createStaffActor, createTestContext, defaultTestTime } from '../testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy, type PolicyOptions } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createStripeApp } from '../testing/stripe-app.ts'
import { cancelForNonpayment } from './cancel-for-nonpayment.ts'

const database = await createTestDatabase()
const { db } = database
const { call, simulator, inBrowser } = await createStripeApp(database, {
  ...paymentHandlers,
  ...lifecycleHandlers,
  ...rewriteHandlers,
  ...policyHandlers,
})
const agency = await insertAgency(db, { email: 'office@example.com' })
const agent = createAgentActor(agency)
const staff = createStaffActor()
const today = '2026-11-20'
const totalCents = 112_500

/** Creates a policy of $1,125.00 that began 100 days ago. */
const bound = ({ columns, ...options }: PolicyOptions = {}) =>
  insertPolicy(db, {
    ...options,
    columns: { agency_id: agency.agency_id, inception_date: addDays(today, -100), ...columns },
  })
type Bound = Awaited<ReturnType<typeof bound>>

const asJob = (day = today) =>
  createTestContext(db, { kind: 'job', name: 'delinquency' }, { now: new Date(`${day}T16:00:00Z`) })

/** Cancels a policy for nonpayment like the delinquency job, effective today. */
const cancel = (policy: Bound, isFlat = false) =>
  changePolicyAsSystem(asJob(), policy.policy_no, (ctx, locked) =>
    cancelForNonpayment(ctx, locked, { effectiveDate: today, isFlat }),
  )
/** Cancels a policy for nonpayment 20 days ago. */
const lapsedSince = addDays(today, -20)
const lapsed = async (options: PolicyOptions = {}) => {
  const policy = await bound(options)
  await changePolicyAsSystem(asJob(lapsedSince), policy.policy_no, (ctx, locked) =>
    cancelForNonpayment(ctx, locked, { effectiveDate: lapsedSince, isFlat: false }),
  )
  return policy
}
const cancelled = async (options: PolicyOptions = {}) => {
  const policy = await bound(options)
  await cancel(policy)
  return policy
}
const getBalance = (policy: Bound) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policy.policy_id).executeTakeFirstOrThrow()

let checkNo = 1000
const payByCheck = (policy: Bound, cents: number, { actor = staff as Actor, payeeName = 'Marina Sample' } = {}) =>
  call(actor, `POST /api/v1/payments/check/${policy.policy_no}`, {
    body: { checkNo: String(++checkNo), payeeName, memo: 'Premium', amount: cents / 100, createdAt: today },
  })
/** Receives a check that no person recorded, so its refund needs no confirmation (REF-13). */
const receive = async (policy: Bound, cents: number, payer?: { payeeName: string }) => {
  const response = await payByCheck(policy, cents, payer)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  await db
    .updateTable('payments')
    .set({ created_by_user_id: null })
    .where('policy_id', '=', policy.policy_id)
    .where('check_no', '=', String(checkNo))
    .execute()
}
/** A cancelled policy with an open offer: the whole term was paid by check after the cancellation. */
const offered = async (options: PolicyOptions = {}) => {
  const policy = await cancelled(options)
  await receive(policy, policy.totalCents)
  return policy
}

const getOffers = (policy: Bound) =>
  db
    .selectFrom('reinstatement_offers')
    .selectAll()
    .where('policy_id', '=', policy.policy_id)
    .orderBy('created_at')
    .execute()
const getReviews = (policy: Bound) =>
  db
    .selectFrom('refund_reviews')
    .selectAll()
    .where('policy_id', '=', policy.policy_id)
    .orderBy('created_at')
    .orderBy('review_id')
    .execute()
const getPayments = (policy: Bound) =>
  db.selectFrom('payments').selectAll().where('policy_id', '=', policy.policy_id).orderBy('policy_payment_id').execute()
const getRefunds = async (policy: Bound) =>
  (await getPayments(policy))
    .filter(({ record_type }) => record_type === 'Refund')
    .map(({ amount_cents, payee_name }) => [payee_name, -amount_cents])
const getOverpayments = (policy: Bound) =>
  db.selectFrom('overpayment_items').selectAll().where('policy_id', '=', policy.policy_id).execute()
const getEvents = async (policy: Bound) =>
  (
    await db
      .selectFrom('events')
      .select(['type', 'data'])
      .where('policy_id', '=', policy.policy_id)
      .where('type', 'like', 'policy.reinstatement%')
      .orderBy('event_no')
      .execute()
  ).map(({ type, data }) => [type, data])
const getPageOffer = async (policy: Bound, actor: Actor = staff) =>
  (await call(actor, `GET /api/v1/policies/${policy.policy_no}/getConfirmation`)).body.payload.reinstatementOffer
const decline = (policy: Bound, actor: Actor = staff) =>
  call(actor, `POST /api/v1/policies/${policy.policy_no}/reinstatement-offer/decline`, {
    body: { reason: 'Another policy was bought.' },
  })
const accept = (
  policy: Bound,
  {
    actor = staff as Actor,
    reason = 'The statement is signed.',
    now = defaultTestTime,
    withLapse = undefined as boolean | undefined,
  } = {},
) =>
  call(actor, `POST /api/v1/policies/${policy.policy_no}/reinstatement-offer/accept`, {
    body: { reason, ...(withLapse !== undefined && { withLapse }) },
    now,
  })
const lender = 'Bay Bank'
const addLender = ({ policy_id }: Bound) =>
  db
    .insertInto('lienholders')
    .values({
      ...{ policy_id, position: 1, name1: lender, addr1: '1 Lender Way' },
      ...{ city: 'Miami', state: 'FL', zip: '33188' },
    })
    .execute()

/** Adds an uploaded no-loss statement. */
async function addStatement(policy: Bound, createdAt = new Date(`${today}T16:00:00Z`)) {
  const { policy_doc_id } = await db
    .insertInto('policy_docs')
    .values({
      ...{
        policy_id: policy.policy_id,
        doc_type_id: 22,
        doc_kind: 'upload',
        doc_name: `Statement ${createdAt.getTime()}`,
      },
      created_at: createdAt,
    })
    .returning('policy_doc_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('policy_doc_versions')
    .values({
      ...{ policy_doc_id, version: 1, file_name: 'statement.pdf', content_type: 'application/pdf', is_upload: true },
      ...{ friendly_name: 'Statement', stage: 'uploaded', sha256: 'a'.repeat(64), created_at: createdAt },
      created_by_user_name: 'Sam Staff',
    })
    .execute()
}
/** Returns the emails about late payments, receipts, offers and reinstatements: template, recipient and values. */
async function getEmails(policy: Bound) {
  const { rows } = await sql<{ payload: { template: string; to: string; values: Record<string, unknown> } }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send-mail' and payload ->> 'policyId' = ${policy.policy_id} order by j.id`.execute(db)
  const own = rows.filter(({ payload }) => !payload.template.endsWith('cancellation'))
  return own.map(({ payload: { template, to, values } }) => ({
    template,
    to: to === policy.email ? 'policyholder' : to,
    values,
  }))
}
/** Returns the recipients and the paragraphs of the letters of a kind, the insured first. */
const getLetters = async (policy: Bound, kind: string) =>
  (
    await db
      .selectFrom('notices')
      .selectAll()
      .where('policy_id', '=', policy.policy_id)
      .where('kind', '=', kind)
      .orderBy('recipient')
      .execute()
  ).map(({ recipient_name: name, letter }) => ({ name, text: (letter as unknown as Letter).paragraphs.join(' ') }))
const getTransaction = (policyTransactionId: string) =>
  db
    .selectFrom('policy_transactions')
    .selectAll()
    .where('policy_transaction_id', '=', policyTransactionId)
    .executeTakeFirstOrThrow()
/** Returns a payment to its payer's bank. */
const fail = (policyPaymentId: string) =>
  runInTransaction(createTestContext(db, staff), async (ctx) => {
    await lockPaymentPolicies(ctx.db, policyPaymentId)
    const failure = { code: 'R01', reason: 'Insufficient funds', now: defaultTestTime }
    await failPayment(ctx.db, policyPaymentId, failure, getPaymentListeners(ctx))
  })
const expireLater = (policy: Bound) => expireOffer(asJob(addDays(today, 31)), policy.policy_no)
const getCode = ({ body }: Awaited<ReturnType<typeof call>>) => body.errors?.[0]?.code

describe('payment after a cancellation for nonpayment', () => {
  it('opens one reinstatement offer and puts the credit on hold if it covers the term [DEL-19]', async () => {
    const policy = await cancelled()
    const { due_cents: owed } = await getBalance(policy)
    expect(owed).toBeGreaterThan(0)
    await receive(policy, totalCents)
    const expiresOn = addDays(today, 30)
    const [check] = await getPayments(policy)
    expect(await getOffers(policy)).toMatchObject([
      {
        ...{ state: 'open', amount_cents: totalCents, needed_cents: totalCents, offered_on: today },
        ...{ expires_on: expiresOn, policy_payment_id: check?.policy_payment_id },
      },
    ])
    const credit = totalCents - owed
    expect(await getBalance(policy)).toMatchObject({ due_cents: -credit })
    expect(await getReviews(policy)).toMatchObject([
      {
        ...{ hold_reason: 'reinstatement', cause: 'latePayment', state: 'open', amount_cents: credit },
        policy_payment_id: check?.policy_payment_id,
      },
    ])
    expect([await getRefunds(policy), await getOverpayments(policy)]).toEqual([[], []])
    expect(await getPageOffer(policy)).toEqual({
      ...{ amountReceived: 1125, amountNeeded: 1125, amountOnHold: credit / 100, offeredOn: today, expiresOn },
      ...{ amountNeededWithLapse: null, isLapseRequired: false, coverageEndedOn: today },
      hasNoLossStatement: false,
      noLossStatementDocTypeId: 22,
    })
    expect(await getPageOffer(policy, agent)).toMatchObject({ expiresOn })
    expect(await getEvents(policy)).toEqual([
      [
        'policy.reinstatement_offered',
        {
          ...{ policyNo: policy.policy_no, amountReceived: 1125, amountNeeded: 1125, expiresOn },
          ...{ amountNeededWithLapse: null, isLapseRequired: false },
        },
      ],
    ])
  })

  it.each([
    ['opens an offer if the shortfall is within the write-off limit', 500, 1],
    ['opens no offer if the shortfall exceeds the write-off limit', 501, 0],
  ])('%s [DEL-19]', async (_, missing, offers) => {
    const policy = await cancelled()
    await receive(policy, totalCents - missing)
    expect(await getOffers(policy)).toHaveLength(offers)
    expect(await getOverpayments(policy)).toHaveLength(1 - offers)
  })

  it('opens no offer if it covers only the earned premium', async () => {
    const policy = await cancelled()
    await receive(policy, (await getBalance(policy)).due_cents)
    expect([await getOffers(policy), await getReviews(policy), await getPageOffer(policy)]).toEqual([[], [], null])
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0 })
  })

  it('opens an offer on a monthly plan if it covers the installments that are due [DEL-19]', async () => {
    const policy = await bound({ product: 4, monthly: true })
    const due = await db
      .selectFrom('obligations')
      .select(['due_date', 'amount_cents'])
      .where('policy_id', '=', policy.policy_id)
      .execute()
    const needed = due.reduce((sum, one) => sum + (one.due_date <= today ? one.amount_cents : 0), 0)
    expect(due.filter(({ due_date }) => due_date <= today)).toHaveLength(4)
    await cancel(policy)
    await receive(policy, needed - 501)
    expect(await getOffers(policy)).toEqual([])
    await receive(policy, 501)
    expect(await getOffers(policy)).toMatchObject([{ needed_cents: 501, amount_cents: 501 }])
  })

  it('opens an offer without a hold if the policy still owes earned premium', async () => {
    const columns = { inception_date: addDays(today, -20) }
    const policy = await bound({ product: 4, monthly: true, feeCents: 50_000, columns })
    const [first] = await db
      .selectFrom('obligations')
      .select('amount_cents')
      .where('policy_id', '=', policy.policy_id)
      .orderBy('obligation_no')
      .execute()
    await cancel(policy)
    await receive(policy, first?.amount_cents ?? 0)
    expect((await getBalance(policy)).due_cents).toBeGreaterThan(0)
    expect(await getOffers(policy)).toHaveLength(1)
    expect([await getReviews(policy), await getRefunds(policy)]).toEqual([[], []])
    expect((await decline(policy)).status).toBe(200)
    expect(await getRefunds(policy)).toEqual([])
  })

  it('can be posted by staff as a check to a not-taken policy that owes nothing [BIL-9]', async () => {
    const policy = await bound()
    await cancel(policy, true)
    await db
      .insertInto('settings')
      .values({ key: 'applyCheckAgentNos', value: `["${agency.agency_no}"]` })
      .execute()
    expect((await payByCheck(policy, totalCents, { actor: agent })).status).toBe(403)
    await receive(policy, 30_000)
    expect(await getOffers(policy)).toEqual([])
    expect(await getOverpayments(policy)).toMatchObject([{ amount_cents: 30_000, state: 'open' }])
    await receive(policy, totalCents - 30_000)
    expect(await getOffers(policy)).toMatchObject([{ needed_cents: totalCents - 30_000 }])
  })

  it.each([
    ['for another reason', { cancel_reason_code: '33' }],
    ['in a term that has expired', { expiration_date: today }],
  ])('opens no offer if the policy was cancelled %s', async (_, columns) => {
    const policy = await cancelled()
    await db.updateTable('policies').set(columns).where('policy_id', '=', policy.policy_id).execute()
    await receive(policy, totalCents)
    expect(await getOffers(policy)).toEqual([])
  })

  it('opens one offer and sends no refund, even if every bank payment webhook arrives twice', async () => {
    const policy = await bound()
    const { body } = await call(agent, 'POST /api/v4/sessions/getClientSecretFromQuoteNumber', {
      body: { QuoteNumber: policy.quote_number },
    })
    const PaymentMethodId = await inBrowser.setUpBank(body.client_secret)
    const paid = await call(agent, 'POST /api/v1/payments/ProcessPayment', {
      body: { PolicyNo: policy.policy_no, PaymentMethodId },
    })
    expect(paid.status).toBe(200)
    const cancellation = { PolicyNumber: policy.policy_no, ReasonCode: '05', NoteInfo: { Note: 'Unpaid.' } }
    expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body: cancellation })).status).toBe(200)
    const finalized = { PolicyNumber: policy.policy_no }
    const by = createStaffActor()
    expect((await call(by, 'POST /api/v1/policies/FinalizeCancelPolicy', { body: finalized })).status).toBe(200)
    await simulator.settle((events) => [...events, ...events])
    await simulator.settle((events) => [...events, ...events])
    expect(await getOffers(policy)).toMatchObject([{ state: 'open', needed_cents: totalCents }])
    expect(await getReviews(policy)).toMatchObject([{ hold_reason: 'reinstatement', amount_cents: totalCents }])
    expect(await getRefunds(policy)).toEqual([])
    expect((await decline(policy)).status).toBe(200)
    expect(await getRefunds(policy)).toEqual([['Marina Sample', totalCents]])
  })
})

describe('emails about a reinstatement offer', () => {
  it('state what the policyholder and the agency must do and by when [DEL-19, EML-1]', async () => {
    const policy = await offered()
    const [review] = await getReviews(policy)
    const [receipt, ...emails] = await getEmails(policy)
    expect(receipt).toMatchObject({ template: 'receipt', to: 'policyholder' })
    const values = {
      ...{ policyNo: policy.policy_no, coverageEndedOn: today, amountCents: totalCents, neededCents: totalCents },
      expiresOn: addDays(today, 30),
      otherwiseWords: `We then refund ${formatDollars(review?.amount_cents ?? 0)} to the payer.`,
    }
    expect(emails).toMatchObject([
      { template: 'reinstatement-offer', to: 'policyholder', values: { ...values, firstName: 'Marina' } },
      { template: 'agency-reinstatement-offer', to: 'office@example.com', values },
    ])
  })

  it.each([
    ['is declined', decline, 'We have decided not to reinstate it.'],
    ['expires', expireLater, 'The last date to reinstate it has passed.'],
  ] as const)('state who receives the refund when the offer %s [DEL-20]', async (_, close, reasonWords) => {
    const policy = await offered()
    const [review] = await getReviews(policy)
    await close(policy)
    const values = {
      ...{ reasonWords, balanceCents: 0, coverageEndedOn: today },
      moneyWords: `Refunded by check: ${formatDollars(review?.amount_cents ?? 0)} to Marina Sample.`,
    }
    expect((await getEmails(policy)).slice(-2)).toMatchObject([
      { template: 'reinstatement-offer-closed', to: 'policyholder', values },
      { template: 'agency-reinstatement-offer-closed', to: 'office@example.com', values },
    ])
  })

  it('state that the policy is reinstated and what is due [DEL-21]', async () => {
    const policy = await offered()
    await addStatement(policy)
    await accept(policy)
    const values = { effectiveDate: today, balanceCents: 0 }
    expect((await getEmails(policy)).slice(-2)).toMatchObject([
      { template: 'reinstatement', to: 'policyholder', values },
      { template: 'agency-reinstatement', to: 'office@example.com', values },
    ])
  })

  it.each([
    ['is not reinstated', 'reinstatement-offer-closed', decline],
    [
      'is reinstated with a lapse',
      'reinstatement',
      async (policy: Bound) => {
        await addStatement(policy)
        return accept(policy, { withLapse: true })
      },
    ],
  ] as const)('list the credit on hold if the policy %s (EML-9)', async (_, template, decide) => {
    const policy = await lapsed()
    expect((await payByCheck(policy, totalCents)).status).toBe(200)
    await decide(policy)
    const open = (await getReviews(policy)).filter(({ state }) => state === 'open')
    expect(open).toMatchObject([{ hold_reason: 'check' }])
    const emails = (await getEmails(policy)).slice(-2)
    expect(emails.map(({ template }) => template)).toEqual([template, `agency-${template}`])
    for (const { template, values } of emails) {
      const { text } = await renderEmail(template as never, values as never)
      expect(text).toContain('Balance: $0.00')
      expect(text).toContain(`Credit on hold: ${formatDollars(open[0]?.amount_cents ?? 0)}`)
    }
  })

  it('replace the receipt of a bank payment and the email about a late payment [EML-4]', async () => {
    const policy = await bound()
    const { policyPaymentId } = await insertPayment(db, {
      ...{ policyId: policy.policy_id, amountCents: totalCents, now: defaultTestTime },
      ...{ status: 'processing', typeId: PaymentType.ach },
    })
    await cancel(policy)
    await recordChargeOutcome(createTestContext(db, { kind: 'webhook', name: 'Stripe' }), policyPaymentId, {
      status: 'paid',
    })
    expect((await getEmails(policy)).map(({ template }) => template)).toEqual([
      ...['reinstatement-offer', 'agency-reinstatement-offer'],
    ])
  })

  it('state that no refund is due when the payment is returned', async () => {
    const policy = await offered()
    const [check] = await getPayments(policy)
    await fail(check?.policy_payment_id ?? '')
    const closed = (await getEmails(policy)).filter(({ template }) => template === 'reinstatement-offer-closed')
    expect(closed).toMatchObject([{ values: { moneyWords: 'No refund is due.' } }])
  })
})

describe('credit on hold for a reinstatement offer', () => {
  it('cannot be refunded or used for a reinstatement while the offer is open', async () => {
    const policy = await offered()
    const [[review], [check]] = [await getReviews(policy), await getPayments(policy)]
    const listed = await call(staff, `GET /api/v1/policies/${policy.policy_no}/reviews`)
    expect(listed.body.payload).toMatchObject([{ state: 'open', availableDecisions: [] }])
    const decided = await call(staff, `POST /api/v1/policies/${policy.policy_no}/reviews/${review?.review_id}`, {
      body: { decision: 'approve', note: 'Seen.' },
    })
    const finance = createStaffActor('financeadmin')
    const refunded = await call(finance, `POST /api/v1/billing/payments/${check?.payment_id}/refund`, {
      body: { amount: 100, reason: 'Asked for by phone.' },
    })
    const reinstated = await call(staff, `POST /api/v1/policies/reinstate/${policy.policy_no}/true`)
    for (const response of [decided, refunded, reinstated])
      expect([response.status, getCode(response)]).toEqual([409, 'reinstatement_offer_open'])
    expect(await getOffers(policy)).toMatchObject([{ state: 'open' }])
    expect((await decline(policy)).status).toBe(200)
    expect((await call(staff, `POST /api/v1/policies/reinstate/${policy.policy_no}/true`)).status).toBe(200)
  })

  it('includes later payments, and is refunded to each payer separately', async () => {
    const policy = await offered()
    await receive(policy, 20_000, { payeeName: 'First Lender' })
    expect(await getOffers(policy)).toHaveLength(1)
    const [own, other] = await getReviews(policy)
    expect(other).toMatchObject({ hold_reason: 'reinstatement', amount_cents: 20_000 })
    expect((await decline(policy)).status).toBe(200)
    expect((await getRefunds(policy)).toSorted()).toEqual([
      ['First Lender', 20_000],
      ['Marina Sample', own?.amount_cents],
    ])
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0 })
  })
})

describe('accepting a reinstatement offer', () => {
  it('reinstates the policy without a lapse and applies the payment [DEL-21]', async () => {
    const policy = await offered()
    await addStatement(policy)
    expect(await getPageOffer(policy)).toMatchObject({ hasNoLossStatement: true })
    const response = await accept(policy)
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    const { policyTransactionId } = response.body.payload
    expect(response.body.payload).toMatchObject({ policyNo: policy.policy_no, status: 'Active' })
    expect(await getTransaction(policyTransactionId)).toMatchObject({ transaction_type: 'RI', effective_date: today })
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0, received_cents: totalCents })
    expect(await getOffers(policy)).toMatchObject([{ state: 'accepted', reason: 'The statement is signed.' }])
    expect((await getReviews(policy)).map(({ state }) => state)).toEqual(['withdrawn'])
    expect([await getRefunds(policy), await getPageOffer(policy)]).toEqual([[], null])
    const { body } = await call(staff, `GET /api/v1/policies/${policy.policy_no}/getConfirmation`)
    expect(body.payload).toMatchObject({ status: 'Active', isPaid: true, totalDue: 0 })
    expect((await getEvents(policy)).at(-1)?.[1]).toMatchObject({ outcome: 'accepted' })
  })

  it('promises the lender that paid no refund in its letter, because the payment is applied [DEL-21, BIL-7]', async () => {
    const policy = await cancelled()
    await addLender(policy)
    await receive(policy, policy.totalCents, { payeeName: lender })
    expect(await getReviews(policy)).toMatchObject([{ hold_reason: 'reinstatement' }])
    await addStatement(policy)
    expect((await accept(policy)).status).toBe(200)
    const letters = await getLetters(policy, 'reinstatement')
    expect(letters.map(({ name }) => name)).toEqual([policy.insured_name, lender])
    for (const { text } of letters) expect(text).not.toContain('Refund')
    expect(await getRefunds(policy)).toEqual([])
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0 })
  })

  it('keeps the due dates of the remaining installments [DEL-21]', async () => {
    const policy = await bound({ product: 4, monthly: true })
    const getOpen = async () =>
      (
        await sql<{ due: string; cents: number }>`select due_date as due, sum(open_cents)::bigint as cents
          from obligations where policy_id = ${policy.policy_id} and open_cents > 0 group by due_date order by due_date`.execute(
          db,
        )
      ).rows
    const planned = await getOpen()
    await cancel(policy)
    const needed = planned.filter(({ due }) => due <= today).reduce((sum, { cents }) => sum + cents, 0)
    await receive(policy, needed)
    await addStatement(policy)
    expect((await accept(policy)).status).toBe(200)
    expect(await getOpen()).toEqual(planned.filter(({ due }) => due > today))
    const page = await call(staff, `GET /api/v1/policies/${policy.policy_no}/getConfirmation`)
    expect(page.body.payload).toMatchObject({ currentlyDue: 0, isPaid: true })
  })

  it('succeeds for only one of 20 simultaneous requests to accept or decline', async () => {
    const policy = await offered()
    await addStatement(policy)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? accept(policy) : decline(policy))),
    )
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    expect(new Set(responses.map(getCode))).toEqual(new Set([undefined, 'no_reinstatement_offer']))
    const [offer] = await getOffers(policy)
    expect(await getRefunds(policy)).toHaveLength(offer?.state === 'accepted' ? 0 : 1)
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0 })
  })

  it('requires a no-loss statement uploaded after the cancellation', async () => {
    const policy = await offered()
    expect(await getPageOffer(policy)).toMatchObject({ hasNoLossStatement: false })
    expect(getCode(await accept(policy))).toBe('missing_no_loss_statement')
    await addStatement(policy, new Date('2026-11-19T12:00:00Z'))
    const rejected = await accept(policy)
    expect([rejected.status, getCode(rejected)]).toEqual([422, 'missing_no_loss_statement'])
    expect(await getOffers(policy)).toMatchObject([{ state: 'open' }])
    expect(await getReviews(policy)).toMatchObject([{ state: 'open' }])
  })

  it('requires staff with write access and a reason', async () => {
    const policy = await offered()
    await addStatement(policy)
    expect((await accept(policy, { actor: agent })).status).toBe(403)
    expect((await accept(policy, { actor: createStaffActor('readonly') })).status).toBe(403)
    expect((await accept(policy, { reason: ' ' })).status).toBe(400)
    expect(await getOffers(policy)).toMatchObject([{ state: 'open' }])
  })

  it('returns 409 after the last date, or if payments no longer cover the required amount', async () => {
    const late = await offered()
    await addStatement(late)
    const now = new Date(`${addDays(today, 31)}T16:00:00Z`)
    expect(getCode(await accept(late, { now }))).toBe('reinstatement_offer_expired')
    const policy = await cancelled()
    const { policyPaymentId } = await insertPayment(db, {
      ...{ policyId: policy.policy_id, amountCents: 50_000, now: defaultTestTime },
    })
    await receive(policy, totalCents - 50_000)
    await addStatement(policy)
    await db
      .transaction()
      .execute((trx) => failPayment(trx, policyPaymentId, { code: 'R01', reason: 'Returned', now: defaultTestTime }))
    const rejected = await accept(policy)
    expect([rejected.status, getCode(rejected)]).toEqual([409, 'reinstatement_offer_uncovered'])
  })

  it('returns 422 during a moratorium on reinstatements', async () => {
    await db.insertInto('counties').values({ county_fips: '12086', name: 'Miami-Dade', state: 'FL' }).execute()
    const policy = await offered({ columns: { county_fips: '12086' } })
    await addStatement(policy)
    const { moratorium_event_id } = await db
      .insertInto('moratorium_events')
      .values({ kind: 'bind', name: 'Storm', actions: ['reinstatement'], product_ids: [1], start_date: today })
      .returning('moratorium_event_id')
      .executeTakeFirstOrThrow()
    const location = { moratorium_event_id, county_fips: '12086', start_date: today }
    await db.insertInto('moratorium_locations').values(location).execute()
    const rejected = await accept(policy)
    expect([rejected.status, getCode(rejected)]).toEqual([422, 'moratorium'])
    expect(await getOffers(policy)).toMatchObject([{ state: 'open' }])
  })

  it('can be followed by another cancellation and another offer', async () => {
    const policy = await bound({ product: 4, monthly: true })
    await cancel(policy)
    await receive(policy, 40_000)
    await addStatement(policy)
    expect((await accept(policy)).status).toBe(200)
    const later = addDays(today, 60)
    await changePolicyAsSystem(asJob(later), policy.policy_no, (ctx, locked) =>
      cancelForNonpayment(ctx, locked, { effectiveDate: later, isFlat: false }),
    )
    const due = await db
      .selectFrom('obligations')
      .select(['invoiced_due_date as due', 'amount_cents as cents'])
      .where('policy_id', '=', policy.policy_id)
      .where('purpose', 'in', ['newBusiness', 'installment'])
      .orderBy('obligation_no')
      .limit(12)
      .execute()
    const needed = due.filter((one) => one.due <= later).reduce((sum, { cents }) => sum + cents, 0) - 40_000
    const now = new Date(`${later}T16:00:00Z`)
    const pay = (cents: number) =>
      call(staff, `POST /api/v1/payments/check/${policy.policy_no}`, {
        body: {
          checkNo: String(++checkNo),
          payeeName: 'Marina Sample',
          memo: 'Premium',
          amount: cents / 100,
          createdAt: later,
        },
        now,
      })
    expect((await pay(needed - 501)).status).toBe(200)
    expect(await getOffers(policy)).toHaveLength(1)
    expect((await pay(501)).status).toBe(200)
    expect((await getOffers(policy)).map(({ state }) => state)).toEqual(['accepted', 'open'])
    expect(getCode(await accept(policy, { now }))).toBe('missing_no_loss_statement')
  })
})

describe('reinstatement with a lapse [DEL-26]', () => {
  // 20 of 365 days of $994.51 are $54.49. The taxes on it (4.94% and 0.06%) are $2.69 and $0.04.
  const lapseCents = 5722
  const lapse = { from: lapsedSince, to: today }
  const getPage = async (policy: Bound) =>
    (await call(staff, `GET /api/v1/policies/${policy.policy_no}/getConfirmation`)).body.payload

  it('resumes coverage on the date of the payment and refunds the premium for the lapse', async () => {
    const policy = await lapsed()
    await addLender(policy)
    await receive(policy, totalCents)
    expect(await getPageOffer(policy)).toMatchObject({
      ...{ amountNeeded: 1125, amountNeededWithLapse: 1067.78, isLapseRequired: false },
      ...{ coverageEndedOn: lapsedSince, offeredOn: today },
    })
    await addStatement(policy)
    const response = await accept(policy, { withLapse: true })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    const transaction = await getTransaction(response.body.payload.policyTransactionId)
    expect(transaction).toMatchObject({
      ...{ transaction_type: 'RI', effective_date: today, user_description: 'Reinstated with a lapse in coverage' },
      ...{ total_premium_cents: totalCents - lapseCents, gross_premium_cents: 99_451 - 5449 },
    })
    expect(await getPage(policy)).toMatchObject({
      ...{ status: 'Active', isPaid: true, totalDue: 0, totalPremium: (totalCents - lapseCents) / 100 },
      lapses: [lapse],
    })
    expect(await getRefunds(policy)).toEqual([['Marina Sample', lapseCents]])
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0, invoiced_cents: totalCents - lapseCents })
    expect(await getOffers(policy)).toMatchObject([{ state: 'accepted', has_lapse: true }])
    const reinstated = await db
      .selectFrom('events')
      .select('data')
      .where('policy_id', '=', policy.policy_id)
      .where('type', '=', 'policy.reinstated')
      .execute()
    expect(reinstated).toEqual([{ data: { policyNo: policy.policy_no, lapse } }])
  })

  it('is stated in the emails and in the letters to the policyholder and the lender', async () => {
    const policy = await lapsed()
    await addLender(policy)
    await receive(policy, totalCents)
    await addStatement(policy)
    await accept(policy, { withLapse: true })
    const words = `There is a lapse in coverage: losses from ${formatUsDate(lapsedSince)} until 12:01 a.m. on ${formatUsDate(today)} are not covered. The premium for these days is not charged.`
    const refund = 'Refunded by check: $57.22 to Marina Sample.'
    const values = { effectiveDate: today, balanceCents: 0, lapseWords: `${words} ${refund}` }
    expect((await getEmails(policy)).slice(-2)).toMatchObject([
      { template: 'reinstatement', to: 'policyholder', values },
      { template: 'agency-reinstatement', to: 'office@example.com', values },
    ])
    expect(await getLetters(policy, 'reinstatement')).toEqual([
      {
        name: policy.insured_name,
        text: `The policy named above is reinstated with a lapse in coverage. ${words} ${refund} Nothing is due.`,
      },
      { name: 'Bay Bank', text: `The policy named above is reinstated with a lapse in coverage. ${words}` },
    ])
  })

  it('is required if the payment covers only the days after it arrived [DEL-27]', async () => {
    const policy = await lapsed()
    await receive(policy, totalCents - lapseCents)
    expect(await getPageOffer(policy)).toMatchObject({ amountNeeded: 1125, isLapseRequired: true })
    expect((await getEmails(policy)).find(({ template }) => template === 'reinstatement-offer')?.values).toMatchObject({
      neededCents: totalCents - lapseCents,
      lapseWords: expect.stringContaining(`coverage resumes on ${formatUsDate(today)}`),
    })
    await addStatement(policy)
    const rejected = await accept(policy)
    expect([rejected.status, getCode(rejected)]).toEqual([409, 'only_with_lapse'])
    expect(await getOffers(policy)).toMatchObject([{ state: 'open', is_lapse_required: true }])
    expect((await accept(policy, { withLapse: true })).status).toBe(200)
    expect(await getRefunds(policy)).toEqual([])
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0 })
  })

  it('is no longer required after a payment that covers the days of the lapse', async () => {
    const policy = await lapsed()
    await receive(policy, totalCents - lapseCents)
    await receive(policy, lapseCents, { payeeName: 'Uncle Sample' })
    expect(await getPageOffer(policy)).toMatchObject({ isLapseRequired: false })
    const extra = (await getPayments(policy)).find(({ amount_cents }) => amount_cents === lapseCents)
    await fail(extra?.policy_payment_id ?? '')
    expect(await getPageOffer(policy)).toMatchObject({ isLapseRequired: true })
    await addStatement(policy)
    expect((await accept(policy, { withLapse: true })).status).toBe(200)
  })

  it.each([
    ['opens an offer if the shortfall is within the write-off limit', 500, 1],
    ['opens no offer if the shortfall exceeds the write-off limit', 501, 0],
  ])('%s', async (_, missing, offers) => {
    const policy = await lapsed()
    await receive(policy, totalCents - lapseCents - missing)
    expect(await getOffers(policy)).toHaveLength(offers)
  })

  it('is not possible if the payment arrived on the day coverage ended', async () => {
    const policy = await offered()
    await addStatement(policy)
    const rejected = await accept(policy, { withLapse: true })
    expect([rejected.status, getCode(rejected)]).toEqual([409, 'no_lapse'])
    expect(await getOffers(policy)).toMatchObject([{ state: 'open' }])
    expect((await accept(policy, { withLapse: false })).status).toBe(200)
  })

  it('credits the lapse if the return premium of the cancellation is on hold for a claim [DEL-27]', async () => {
    const policy = await bound()
    const claim = { policy_id: policy.policy_id, claim_number: `CLM-${policy.policy_no}`, status: 'Open' as const }
    await db
      .insertInto('claims')
      .values({ ...claim, notice_date: addDays(today, -49), date_of_loss: addDays(today, -50) })
      .execute()
    await changePolicyAsSystem(asJob(lapsedSince), policy.policy_no, (ctx, locked) =>
      cancelForNonpayment(ctx, locked, { effectiveDate: lapsedSince, isFlat: false }),
    )
    expect(await getBalance(policy)).toMatchObject({ due_cents: totalCents })
    await receive(policy, totalCents)
    await addStatement(policy)
    const response = await accept(policy, { withLapse: true })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
    expect(await getBalance(policy)).toMatchObject({
      invoiced_cents: totalCents - lapseCents,
      due_cents: -lapseCents,
    })
    // The claim also puts the refund for the lapse on hold.
    expect(await getRefunds(policy)).toEqual([])
    expect((await getReviews(policy)).at(-1)).toMatchObject({
      ...{ cause: 'latePayment', hold_reason: 'claim', state: 'open', amount_cents: lapseCents },
    })
  })

  it('leaves the days of the lapse out of a later refund [DEL-27]', async () => {
    const policy = await lapsed()
    await receive(policy, totalCents)
    await addStatement(policy)
    await accept(policy, { withLapse: true })
    const path = `GET /api/v1/policies/${policy.policy_no}/cancellationPreview?reasonCode=12`
    const { lines, periods } = (await call(staff, path)).body.payload
    // Earned: 80 days before the lapse. 265 of 365 days of $994.51 remain.
    expect(lines[0]).toMatchObject({ kind: 'premium', charged: 940.02, kept: 217.97, refunded: 722.05 })
    expect(periods).toMatchObject([{ from: today, days: 265, amount: -722.05 }])
  })

  it('reduces the due amount of a monthly plan and keeps the due dates of its installments', async () => {
    const policy = await lapsed({ product: 4, monthly: true })
    const due = await db
      .selectFrom('obligations')
      .select(['invoiced_due_date as date', 'amount_cents as cents'])
      .where('policy_id', '=', policy.policy_id)
      .orderBy('obligation_no')
      .execute()
    const dueCents = due.reduce((sum, { date, cents }) => sum + (date <= today ? cents : 0), 0)
    await receive(policy, dueCents)
    const { amountNeeded, amountNeededWithLapse } = await getPageOffer(policy)
    expect(amountNeeded).toBe(dueCents / 100)
    expect(amountNeededWithLapse).toBeLessThan(amountNeeded)
    await addStatement(policy)
    expect((await accept(policy, { withLapse: true })).status).toBe(200)
    const open = await db
      .selectFrom('obligations')
      .select(['due_date as date', 'open_cents as cents'])
      .where('policy_id', '=', policy.policy_id)
      .where('open_cents', '>', 0)
      .orderBy('due_date')
      .execute()
    expect(open.map(({ date }) => date)).toEqual(due.filter(({ date }) => date > today).map(({ date }) => date))
    expect((await getPage(policy)).currentlyDue).toBe(0)
  })

  it('is posted once by 20 simultaneous requests with and without a lapse', async () => {
    const policy = await lapsed()
    await receive(policy, totalCents)
    await addStatement(policy)
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => accept(policy, { withLapse: index % 2 === 0 })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    const [offer] = await getOffers(policy)
    expect(await getRefunds(policy)).toHaveLength(offer?.has_lapse ? 1 : 0)
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0 })
  })
})

describe('declining a reinstatement offer', () => {
  it('puts the refund of a check that was recorded by hand on hold (REF-13)', async () => {
    const policy = await cancelled()
    expect((await payByCheck(policy, policy.totalCents)).status).toBe(200)
    expect((await decline(policy)).status).toBe(200)
    expect(await getRefunds(policy)).toEqual([])
    expect((await getReviews(policy)).map(({ hold_reason }) => hold_reason).toSorted()).toEqual([
      'check',
      'reinstatement',
    ])
  })

  it('refunds the credit once, even in 20 simultaneous requests [DEL-20]', async () => {
    const policy = await offered()
    const [review] = await getReviews(policy)
    const responses = await Promise.all(Array.from({ length: 20 }, () => decline(policy)))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    expect(getCode(await decline(policy))).toBe('no_reinstatement_offer')
    expect(responses.find(({ status }) => status === 200)?.body.payload).toEqual({
      ...{ policyNo: policy.policy_no, status: 'Cancelled', policyTransactionId: null },
    })
    expect(await getRefunds(policy)).toEqual([['Marina Sample', review?.amount_cents]])
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0 })
    expect(await getReviews(policy)).toMatchObject([{ state: 'withdrawn' }])
    expect(await getOffers(policy)).toMatchObject([
      { state: 'declined', reason: 'Another policy was bought.', decided_by: 'Sam Staff' },
    ])
    expect(await getPageOffer(policy)).toBeNull()
    expect((await getEvents(policy)).at(-1)).toEqual([
      'policy.reinstatement_offer_closed',
      { policyNo: policy.policy_no, outcome: 'declined' },
    ])
  })

  it('requires staff with write access and a reason', async () => {
    const policy = await offered()
    expect((await decline(policy, agent)).status).toBe(403)
    expect((await decline(policy, createStaffActor('readonly'))).status).toBe(403)
    for (const reason of ['', ' ', '\u0000', 'x'.repeat(4001)]) {
      const path = `POST /api/v1/policies/${policy.policy_no}/reinstatement-offer/decline`
      expect((await call(staff, path, { body: { reason } })).status).toBe(400)
    }
    expect(await getOffers(policy)).toMatchObject([{ state: 'open' }])
  })

  it('puts the refund on hold because of a claim, like any other refund [REF-1]', async () => {
    const policy = await offered()
    await db
      .insertInto('claims')
      .values({
        ...{ claim_number: `CLM-${policy.policy_no}`, policy_id: policy.policy_id, paid_cents: 100 },
        ...{ notice_date: addDays(today, -40), date_of_loss: addDays(today, -41) },
      })
      .execute()
    const [held] = await getReviews(policy)
    expect((await decline(policy)).status).toBe(200)
    expect(await getRefunds(policy)).toEqual([])
    expect((await getReviews(policy)).map(({ hold_reason, state }) => `${hold_reason} ${state}`)).toEqual([
      ...['reinstatement withdrawn', 'claim open'],
    ])
    const review = (await getReviews(policy)).at(-1)
    expect(review?.amount_cents).toBe(held?.amount_cents)
    const decided = await call(staff, `POST /api/v1/policies/${policy.policy_no}/reviews/${review?.review_id}`, {
      body: { decision: 'approve', note: 'The claim is settled.' },
    })
    expect(decided.status).toBe(200)
    expect(await getRefunds(policy)).toEqual([['Marina Sample', held?.amount_cents]])
  })
})

describe('expiration of a reinstatement offer', () => {
  const lastDay = addDays(today, 30)
  const expire = (policy: Bound, day: string) => expireOffer(asJob(day), policy.policy_no)

  it('refunds the credit once, on the day after the last date to accept [DEL-20]', async () => {
    const policy = await offered()
    await expire(policy, lastDay)
    expect(await getOffers(policy)).toMatchObject([{ state: 'open' }])
    for (let again = 0; again < 3; again += 1) await expire(policy, addDays(lastDay, 1))
    expect(await getOffers(policy)).toMatchObject([{ state: 'expired', decided_by: null, reason: null }])
    expect(await getRefunds(policy)).toHaveLength(1)
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0 })
    expect((await getEvents(policy)).map(([type]) => type)).toEqual([
      ...['policy.reinstatement_offered', 'policy.reinstatement_offer_closed'],
    ])
  })

  it('occurs before the policy term ends', async () => {
    const ending = await cancelled({ columns: { inception_date: addDays(today, -355) } })
    await receive(ending, totalCents)
    const { expiration_date: end } = await db
      .selectFrom('policies')
      .select('expiration_date')
      .where('policy_id', '=', ending.policy_id)
      .executeTakeFirstOrThrow()
    expect(await getOffers(ending)).toMatchObject([{ expires_on: addDays(end, -1) }])
    await expire(ending, end)
    expect(await getOffers(ending)).toMatchObject([{ state: 'expired' }])
  })

  it('occurs after the number of days in the settings', async () => {
    await db.insertInto('settings').values({ key: 'reinstatement.offerDays', value: '10' }).execute()
    clearSettingsCache(db)
    try {
      expect(await getOffers(await offered())).toMatchObject([{ expires_on: addDays(today, 10) }])
    } finally {
      await db.deleteFrom('settings').where('key', '=', 'reinstatement.offerDays').execute()
      clearSettingsCache(db)
    }
  })

  it('is postponed while a moratorium restricts reinstatements', async () => {
    await db.insertInto('counties').values({ county_fips: '12057', name: 'Hillsborough', state: 'FL' }).execute()
    const policy = await offered({ columns: { county_fips: '12057' } })
    const { moratorium_event_id } = await db
      .insertInto('moratorium_events')
      .values({
        ...{ kind: 'bind', name: 'Hurricane Demo', actions: ['reinstatement'], product_ids: [1] },
        start_date: lastDay,
      })
      .returning('moratorium_event_id')
      .executeTakeFirstOrThrow()
    const location = { moratorium_event_id, county_fips: '12057', start_date: lastDay }
    await db.insertInto('moratorium_locations').values(location).execute()
    await expire(policy, addDays(lastDay, 1))
    expect(await getOffers(policy)).toMatchObject([{ state: 'open' }])
    await db
      .updateTable('moratorium_events')
      .set({ stop_date: addDays(lastDay, 1) })
      .where('moratorium_event_id', '=', moratorium_event_id)
      .execute()
    await expire(policy, addDays(lastDay, 2))
    expect(await getOffers(policy)).toMatchObject([{ state: 'expired' }])
  })

  it('is checked by a recurring job for every open offer', async () => {
    const policy = await offered()
    const getJobs = async () =>
      (
        await sql<{ no: string }>`select payload ->> 'policyNo' as no from graphile_worker._private_jobs j
          join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'expire-offer'`.execute(db)
      ).rows.filter(({ no }) => no === policy.policy_no)
    await sweepOffers(asJob())
    await sweepOffers(asJob())
    expect(await getJobs()).toHaveLength(1)
  })
})

describe('withdrawal of a reinstatement offer', () => {
  it('refunds nothing when the bank returns the payment [DEL-20]', async () => {
    const policy = await cancelled()
    const { due_cents: owed } = await getBalance(policy)
    await receive(policy, totalCents)
    const [check] = await getPayments(policy)
    await fail(check?.policy_payment_id ?? '')
    expect(await getOffers(policy)).toMatchObject([{ state: 'withdrawn' }])
    expect((await getReviews(policy)).map(({ state }) => state)).toEqual(['withdrawn'])
    expect(await getRefunds(policy)).toEqual([])
    expect(await getBalance(policy)).toMatchObject({ due_cents: owed })
  })

  it('refunds the remaining payments on hold when one payment is returned', async () => {
    const policy = await bound()
    await cancel(policy, true)
    await receive(policy, 40_000)
    await receive(policy, totalCents - 40_000, { payeeName: 'First Lender' })
    await receive(policy, 10_000, { payeeName: 'Uncle Sample' })
    const rows = await getPayments(policy)
    await fail(rows.find(({ amount_cents }) => amount_cents === totalCents - 40_000)?.policy_payment_id ?? '')
    expect(await getOffers(policy)).toMatchObject([{ state: 'withdrawn' }])
    expect(await getRefunds(policy)).toEqual([['Uncle Sample', 10_000]])
    expect(await getOverpayments(policy)).toMatchObject([{ amount_cents: 40_000, state: 'open' }])
  })

  it('does not occur when the returned payment was not needed for the offer', async () => {
    const policy = await offered()
    await receive(policy, 10_000, { payeeName: 'Uncle Sample' })
    const extra = (await getPayments(policy)).find(({ amount_cents }) => amount_cents === 10_000)
    await fail(extra?.policy_payment_id ?? '')
    expect(await getOffers(policy)).toMatchObject([{ state: 'open' }])
    expect((await decline(policy)).status).toBe(200)
    expect(await getRefunds(policy)).toMatchObject([['Marina Sample', expect.any(Number)]])
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0 })
  })

  it('occurs when staff transfer part of the payment to another policy, and refunds the rest', async () => {
    const [policy, other] = [await offered(), await bound()]
    const [check] = await getPayments(policy)
    const moved = await call(staff, `PUT /api/v1/payments/${policy.policy_no}/moveto/${other.policy_no}/300`, {
      body: { policyPaymentId: check?.policy_payment_id },
    })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    expect(await getOffers(policy)).toMatchObject([{ state: 'withdrawn' }])
    const [[payer, cents] = []] = await getRefunds(policy)
    expect([payer, cents]).toEqual(['Marina Sample', expect.any(Number)])
    expect(await getBalance(policy)).toMatchObject({ due_cents: 0 })
  })

  it('occurs in the recurring job if another payment of the policy is returned', async () => {
    const policy = await cancelled()
    await insertPayment(db, { policyId: policy.policy_id, amountCents: 50_000, now: defaultTestTime })
    await receive(policy, totalCents - 50_000)
    const [earlier] = (await getPayments(policy)).filter(({ amount_cents }) => amount_cents === 50_000)
    expect(await getOffers(policy)).toMatchObject([{ needed_cents: totalCents - 50_000 }])
    await expireOffer(asJob(), policy.policy_no)
    expect(await getOffers(policy)).toMatchObject([{ state: 'open' }])
    await db
      .transaction()
      .execute((trx) =>
        failPayment(trx, earlier?.policy_payment_id ?? '', { code: 'R01', reason: 'Returned', now: defaultTestTime }),
      )
    await expireOffer(asJob(), policy.policy_no)
    expect(await getOffers(policy)).toMatchObject([{ state: 'withdrawn' }])
  })
})
