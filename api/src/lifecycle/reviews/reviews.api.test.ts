import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { formatDollars } from '../../http/money.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { createOverpayment } from '../../ledger/overpayment.ts'
import { receivePayment, settlePayment } from '../../ledger/payments.ts'
import { refundLatePayment } from '../../payments/refunds/refund-late-payment.ts'
import { createTestApi } from '../../testing/api.ts'
import {
  insertAccount,
  insertAccountCreatedBy,
  insertAgency,
  insertPayment,
  insertPolicy,
} from '../../testing/builders.ts'

const api = await createTestApi()
const { db } = api
const agency = await insertAgency(db)
const agent = await api.tokenFor({ accountId: (await insertAccount(db, { agency_id: agency.agency_id })).account_id })
const { account_id: staffId } = await insertAccount(db)
const staff = await api.tokenFor({ accountId: staffId })
const colleague = await api.tokenFor({ accountId: (await insertAccount(db)).account_id })
const readonly = await api.tokenFor({
  accountId: (await insertAccount(db, { roles: ['internal', 'readonly'] })).account_id,
})

const days = (count: number) => addDays(getPropertyDate(new Date(), 'FL'), count)
const author = { userId: null, name: 'Test', userType: 1 as const }

const pay = (policyId: string, amountCents: number, payeeName: string) =>
  db.transaction().execute(async (trx) => {
    const payment = { policyId, amountCents, now: new Date() }
    const { policyPaymentId } = await receivePayment(trx, { ...payment, typeId: 3, status: 'paid', author, payeeName })
    await createOverpayment(trx, { ...payment, policyPaymentId })
  })

/** Creates a policy that started `ago` days ago and was paid in full by the insured. */
async function aPaidPolicy(ago: number, premiumCents = 100_000) {
  const policy = await insertPolicy(db, {
    premiumCents,
    columns: {
      agency_id: agency.agency_id,
      agency_no: agency.agency_no,
      inception_date: days(-ago),
      effective_date: days(-ago),
      expiration_date: days(365 - ago),
    },
  })
  await pay(policy.policy_id, policy.totalCents, 'Marina Sample')
  return policy
}
type CreatedPolicy = Awaited<ReturnType<typeof aPaidPolicy>>

const aPaidClaim = (policy: CreatedPolicy) =>
  db
    .insertInto('claims')
    .values({
      claim_number: `CLM-${policy.policy_no}`,
      policy_id: policy.policy_id,
      notice_date: days(-4),
      date_of_loss: days(-5),
      paid_cents: 100_000,
    })
    .execute()

async function cancelled(policy: CreatedPolicy, ReasonCode: string) {
  const NoteInfo = { Note: 'Asked for by phone.', Private: true }
  const body = { PolicyNumber: policy.policy_no, ReasonCode, NoteInfo, EffectiveDate: days(0) }
  const response = await api.call('POST', '/api/v1/policies/cancelPolicy', { token: staff, body })
  expect(response.status, await response.clone().text()).toBe(200)
  const done = { PolicyNumber: policy.policy_no }
  const token = ReasonCode === '22' ? colleague : staff
  expect((await api.call('POST', '/api/v1/policies/FinalizeCancelPolicy', { token, body: done })).status).toBe(200)
}
const reviews = async (policy: CreatedPolicy, token = staff) =>
  (await (await api.call('GET', `/api/v1/policies/${policy.policy_no}/reviews`, { token })).json()).payload
const decide = (policy: CreatedPolicy, reviewId: string, body: object, token = staff) =>
  api.call('POST', `/api/v1/policies/${policy.policy_no}/reviews/${reviewId}`, { token, body })
const balance = async (policy: CreatedPolicy) =>
  db
    .selectFrom('policy_balances')
    .select(['due_cents', 'received_cents'])
    .where('policy_id', '=', policy.policy_id)
    .executeTakeFirstOrThrow()
/** Returns the decision emails to the insured, oldest first. */
const getDecisionEmails = async (policy: CreatedPolicy) => {
  const { rows } = await sql<{ payload: { template: string; to: string; values: Record<string, unknown> } }>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send-mail' and payload ->> 'policyId' = ${policy.policy_id}
      and payload ->> 'template' = 'refund-decided' order by j.id`.execute(db)
  expect(rows.every(({ payload }) => payload.to === policy.email)).toBe(true)
  return rows.map(({ payload }) => payload.values)
}
const refunds = async (policy: CreatedPolicy) =>
  (
    await db
      .selectFrom('payments')
      .select(['amount_cents', 'payee_name', 'description', 'check_no'])
      .where('policy_id', '=', policy.policy_id)
      .where('record_type', '=', 'Refund')
      .orderBy('amount_cents')
      .execute()
  ).map((row) => ({ ...row, check_no: row.check_no ?? '' }))

describe('refund on hold because of a paid claim', () => {
  it('is paid once when staff approve it with a reason', async () => {
    const policy = await aPaidPolicy(65)
    await aPaidClaim(policy)
    await cancelled(policy, '33')
    expect(await balance(policy)).toMatchObject({ due_cents: 0 })
    const [review] = await reviews(policy)
    expect(review).toMatchObject({
      kind: 'refund',
      state: 'open',
      availableDecisions: ['approve', 'decline', 'waitForClaim'],
      waitingFor: ['staff'],
    })
    expect((await reviews(policy, agent))[0]).toMatchObject({ reviewId: review.reviewId, availableDecisions: [] })
    const approve = { decision: 'approve', note: 'The claim was withdrawn.' }
    expect((await decide(policy, review.reviewId, approve, agent)).status).toBe(403)
    expect((await decide(policy, review.reviewId, approve, readonly)).status).toBe(403)
    expect((await decide(await aPaidPolicy(65), review.reviewId, approve)).status).toBe(404)
    expect(
      (await decide(policy, review.reviewId, { ...approve, decision: 'transfer', toPolicyNo: 'RFL3999999' })).status,
    ).toBe(404)
    const responses = await Promise.all([1, 2].map(() => decide(policy, review.reviewId, approve)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const [paid] = await refunds(policy)
    expect(paid).toMatchObject({ amount_cents: -Math.round(review.amount * 100), payee_name: 'Marina Sample' })
    expect(await balance(policy)).toMatchObject({
      due_cents: 0,
      received_cents: policy.totalCents + (paid?.amount_cents ?? 0),
    })
    expect((await reviews(policy))[0]).toMatchObject({
      state: 'done',
      availableDecisions: [],
      detail: 'The claim was withdrawn.',
    })
    const cents = -(paid?.amount_cents ?? 0)
    expect(await getDecisionEmails(policy)).toMatchObject([
      {
        heldCents: cents,
        movedCents: cents,
        dueCents: 0,
        decisionWords: `Refunded by check: ${formatDollars(cents)} to Marina Sample.`,
      },
    ])
  })

  it('requires approval by another staff member if the refund is above the review limit', async () => {
    const policy = await aPaidPolicy(65, 6_000_000)
    await aPaidClaim(policy)
    await cancelled(policy, '33')
    const [review] = await reviews(policy)
    expect(review).toMatchObject({ title: 'Return premium on hold because of a claim' })
    expect(review.amount).toBeGreaterThan(25_000)
    const approve = { decision: 'approve', note: 'The claim was withdrawn.' }
    const own = await decide(policy, review.reviewId, approve)
    expect([own.status, (await own.json()).errors[0].code]).toEqual([409, 'requires_second_person'])
    expect((await decide(policy, review.reviewId, approve, colleague)).status).toBe(200)
  })

  it('is retained when staff decline the refund', async () => {
    const policy = await aPaidPolicy(65)
    await aPaidClaim(policy)
    await cancelled(policy, '33')
    const [review] = await reviews(policy)
    const kept = await decide(policy, review.reviewId, { decision: 'decline', note: 'The premium is earned.' })
    expect((await kept.json()).payload).toMatchObject({ state: 'declined' })
    expect(await refunds(policy)).toEqual([])
    expect(await balance(policy)).toMatchObject({ due_cents: 0, received_cents: policy.totalCents })
    expect(await getDecisionEmails(policy)).toMatchObject([
      { movedCents: 0, decisionWords: 'It is retained as earned premium because of the claim in this term.' },
    ])
  })

  it('shows insureds and agents the reason for the hold, but not staff notes', async () => {
    const policy = await aPaidPolicy(65)
    await aPaidClaim(policy)
    await cancelled(policy, '33')
    const insured = await api.tokenFor({ identityId: policy.identity_id })
    const other = await api.tokenFor({ identityId: (await aPaidPolicy(65)).identity_id })
    const [waiting] = await reviews(policy, insured)
    expect(waiting).toMatchObject({
      availableDecisions: [],
      detail: `${formatDollars(Math.round(waiting.amount * 100))} is on hold because of a claim in this policy term. We will decide on it; your agent can tell you more.`,
    })
    await decide(policy, waiting.reviewId, { decision: 'decline', note: 'Suspicious.' })
    for (const token of [insured, agent]) {
      const [decided] = await reviews(policy, token)
      expect(decided).toMatchObject({ state: 'declined', decidedByUserName: null })
      expect(JSON.stringify(decided)).not.toContain('Suspicious')
    }
    const foreign = await api.call('GET', `/api/v1/policies/${policy.policy_no}/reviews`, { token: other })
    expect(foreign.status).toBe(404)
  })

  it('is withdrawn when the policy is reinstated', async () => {
    const policy = await aPaidPolicy(65)
    await aPaidClaim(policy)
    await cancelled(policy, '33')
    const path = `/api/v1/policies/reinstate/${policy.policy_no}/true`
    expect((await api.call('POST', path, { token: staff })).status).toBe(200)
    expect((await reviews(policy))[0]).toMatchObject({ state: 'withdrawn', availableDecisions: [] })
  })
})

describe('refund above the review limit', () => {
  it('requires approval by another staff member and is paid by a numbered check', async () => {
    const policy = await aPaidPolicy(65, 6_000_000)
    await cancelled(policy, '33')
    expect(await refunds(policy)).toEqual([])
    const [review] = await reviews(policy)
    expect(review.amount).toBeGreaterThan(25_000)
    const seen = { decision: 'approve', note: 'Seen.' }
    const own = await decide(policy, review.reviewId, seen)
    expect([own.status, (await own.json()).errors[0].code]).toEqual([409, 'requires_second_person'])
    expect((await decide(policy, review.reviewId, seen, colleague)).status).toBe(200)
    await api.runJobs()
    expect(await refunds(policy)).toEqual([
      expect.objectContaining({
        amount_cents: -Math.round(review.amount * 100),
        payee_name: 'Marina Sample',
        check_no: expect.stringMatching(/^1\d{5}$/),
      }),
    ])
    expect(await balance(policy)).toMatchObject({ due_cents: 0 })
  })
})

describe('approval of a large refund by a second account of the requester', () => {
  it('returns 409 until a staff member who is independent of the requester approves', async () => {
    const policy = await aPaidPolicy(65, 6_000_000)
    await cancelled(policy, '33')
    const [review] = await reviews(policy)
    const own = await api.tokenFor({ accountId: (await insertAccountCreatedBy(db, staffId)).account_id })
    const approve = { decision: 'approve', note: 'Seen.' }
    expect((await decide(policy, review.reviewId, approve, own)).status).toBe(409)
    expect((await decide(policy, review.reviewId, approve, colleague)).status).toBe(200)
  })
})

describe('large payment that settles after cancellation', () => {
  /**
   * Creates a review for a policy of $60,000.00. A lender paid $10,000.00, and the insured's $50,000.00 settles after
   * the cancellation.
   */
  const heldForReview = async () => {
    const policy = await insertPolicy(db, {
      premiumCents: 6_000_000,
      columns: {
        ...{ agency_id: agency.agency_id, agency_no: agency.agency_no },
        ...{ inception_date: days(-65), effective_date: days(-65), expiration_date: days(300) },
      },
    })
    await pay(policy.policy_id, 1_000_000, 'First Lender')
    const late = await insertPayment(db, {
      ...{ policyId: policy.policy_id, amountCents: 5_000_000, now: new Date() },
      ...{ status: 'processing', payeeName: 'Marina Sample' },
    })
    await cancelled(policy, '33')
    await runInTransaction({ db }, async (ctx) => {
      await settlePayment(ctx.db, late.policyPaymentId, new Date())
      await refundLatePayment(
        { ...ctx, now: new Date() },
        { ...late, policyId: policy.policy_id, amountCents: 5_000_000 },
      )
    })
    const [review] = await reviews(policy)
    expect(review).toMatchObject({ state: 'open', availableDecisions: ['approve', 'decline'] })
    return { policy, review }
  }

  it('is refunded to its payer when staff approve the refund', async () => {
    const { policy, review } = await heldForReview()
    expect((await decide(policy, review.reviewId, { decision: 'approve', note: 'Seen.' })).status).toBe(200)
    expect(await refunds(policy)).toMatchObject([
      {
        amount_cents: -Math.round(review.amount * 100),
        payee_name: 'Marina Sample',
        description: 'Refund of a payment received after cancellation',
      },
    ])
    expect(await balance(policy)).toMatchObject({ due_cents: 0 })
  })

  it('is removed from review when the policy is reinstated', async () => {
    const { policy } = await heldForReview()
    const path = `/api/v1/policies/reinstate/${policy.policy_no}/true`
    expect((await api.call('POST', path, { token: staff })).status).toBe(200)
    expect((await reviews(policy))[0]).toMatchObject({ state: 'withdrawn', availableDecisions: [] })
  })
})

describe('manual refund above the review limit', () => {
  const finance = async () =>
    api.tokenFor({ accountId: (await insertAccount(db, { roles: ['internal', 'financeadmin'] })).account_id })
  const paidInOne = async () => {
    const policy = await aPaidPolicy(10, 6_000_000)
    const row = db.selectFrom('payments').select(['payment_id', 'policy_payment_id'])
    return { ...policy, ...(await row.where('policy_id', '=', policy.policy_id).executeTakeFirstOrThrow()) }
  }
  const refund = async (token: string, paymentId: string, amount: number) => {
    const body = { amount, reason: 'Paid by the lender, too' }
    const response = await api.call('POST', `/api/v1/billing/payments/${paymentId}/refund`, { token, body })
    return { status: response.status, body: await response.json() }
  }
  const waits = { status: 409, body: { errors: [{ code: 'requires_second_person' }] } }

  it('creates one review per payment and is paid after another staff member approves it', async () => {
    const [first, policy] = [await finance(), await paidInOne()]
    const before = await balance(policy)
    for (let again = 0; again < 3; again += 1)
      expect(await refund(first, policy.payment_id, 25_000.01)).toMatchObject(waits)
    expect(await balance(policy)).toEqual(before)
    const [review, ...others] = await reviews(policy)
    expect(others).toEqual([])
    expect(review).toMatchObject({
      state: 'open',
      amount: 25_000.01,
      reasonCode: null,
      availableDecisions: ['approve', 'decline'],
    })
    expect(review.detail).toContain('Paid by the lender, too')
    expect(await reviews(policy, agent)).toEqual([])
    const approve = { decision: 'approve', note: 'The lender’s proof is there.' }
    expect((await decide(policy, review.reviewId, approve, first)).status).toBe(409)
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => decide(policy, review.reviewId, approve, colleague)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await balance(policy)).received_cents).toBe(before.received_cents - 2_500_001)
    expect((await reviews(policy))[0]).toMatchObject({ state: 'done' })
  })

  it('includes earlier refunds of the same payment in the limit check', async () => {
    const [first, policy] = [await finance(), await paidInOne()]
    expect((await refund(first, policy.payment_id, 25_000)).status).toBe(200)
    expect(await refund(first, policy.payment_id, 0.01)).toMatchObject(waits)
    const [review] = await reviews(policy)
    expect((await decide(policy, review.reviewId, { decision: 'decline', note: 'Not owed.' }, colleague)).status).toBe(
      200,
    )
    expect(await refund(first, policy.payment_id, 100_000)).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'amount_exceeds_payment' }] },
    })
    expect((await reviews(policy)).map(({ state }: { state: string }) => state)).toEqual(['declined'])
  })

  it('creates one review for twenty concurrent requests', async () => {
    const [first, policy] = [await finance(), await paidInOne()]
    const responses = await Promise.all(Array.from({ length: 20 }, () => refund(first, policy.payment_id, 40_000)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(409))
    const all = await reviews(policy)
    expect(all).toHaveLength(1)
    const { policy_no: next } = await insertPolicy(db)
    const path = `/api/v1/payments/${policy.policy_no}/moveto/${next}/30000`
    const body = { policyPaymentId: policy.policy_payment_id }
    expect((await api.call('PUT', path, { token: staff, body })).status).toBe(200)
    const late = await decide(policy, all[0].reviewId, { decision: 'approve', note: 'Paid twice.' }, colleague)
    expect([late.status, (await late.json()).errors[0].code]).toEqual([409, 'already_moved'])
    expect((await reviews(policy))[0].state).toBe('open')
  })

  it('creates a review for the refund of an overpayment', async () => {
    const [first, policy] = [await finance(), await aPaidPolicy(10)]
    await pay(policy.policy_id, 3_000_000, 'Sample Savings Bank')
    const item = await db
      .selectFrom('overpayment_items')
      .select('overpayment_item_id')
      .where('policy_id', '=', policy.policy_id)
      .executeTakeFirstOrThrow()
    const path = `/api/v1/billing/overpayments/${item.overpayment_item_id}/resolve`
    const resolved = await api.call('POST', path, { token: first, body: { decision: 'refundPayer' } })
    expect([resolved.status, (await resolved.json()).errors[0].code]).toEqual([409, 'requires_second_person'])
    const [review] = await reviews(policy)
    expect(
      (await decide(policy, review.reviewId, { decision: 'approve', note: 'Paid twice.' }, colleague)).status,
    ).toBe(200)
    expect((await balance(policy)).due_cents).toBe(0)
    const { state } = await db
      .selectFrom('overpayment_items')
      .select('state')
      .where('overpayment_item_id', '=', item.overpayment_item_id)
      .executeTakeFirstOrThrow()
    expect(state).toBe('refunded')
  })
})

describe('credit on a policy cancelled for a rewrite', () => {
  it('suggests the latest policy of the same insured, property and agency that is not cancelled (POL-22)', async () => {
    const policy = await aPaidPolicy(65)
    const own = { agency_id: agency.agency_id, agency_no: agency.agency_no, identity_id: policy.identity_id }
    const getSuggestion = async () => {
      const search = new URLSearchParams({ filter: JSON.stringify({ policyNo: policy.policy_no }) })
      const [listed] = await (await api.call('GET', `/api/admin/reviews?${search}`, { token: staff })).json()
      return listed.suggestedPolicyNo
    }
    await cancelled(policy, '22')
    expect(await getSuggestion()).toBeNull()
    await insertPolicy(db, { columns: { inception_date: days(9) } })
    await insertPolicy(db, { columns: { ...own, addr1: '7 Other Demo St', inception_date: days(8) } })
    await insertPolicy(db, {
      columns: { ...own, inception_date: days(7), cancelled_at: new Date(), cancel_reason_code: '13' },
    })
    expect(await getSuggestion()).toBeNull()
    const { policy_no: newPolicyNo } = await insertPolicy(db, { columns: { ...own, inception_date: days(6) } })
    expect(await getSuggestion()).toBe(newPolicyNo)
  })

  it('is listed for staff until it is transferred, refunded or retained', async () => {
    const policy = await aPaidPolicy(65)
    await cancelled(policy, '22')
    const search = new URLSearchParams({ filter: JSON.stringify({ state: 'open', policyNo: policy.policy_no }) })
    const listed = await (await api.call('GET', `/api/admin/reviews?${search}`, { token: staff })).json()
    expect(listed).toMatchObject([
      {
        policyNo: policy.policy_no,
        kind: 'credit',
        amount: policy.totalCents / 100,
        availableDecisions: ['transfer', 'refundPayer', 'keepAsCredit'],
      },
    ])
    const [{ id }] = listed
    expect((await api.call('GET', `/api/admin/reviews/${id}`, { token: agent })).status).toBe(403)
    expect((await decide(policy, id, { decision: 'transfer', note: 'Bound.' })).status).toBe(422)
    const next = await insertPolicy(db)
    const transferred = await decide(policy, id, { decision: 'transfer', note: 'Bound.', toPolicyNo: next.policy_no })
    expect(transferred.status, await transferred.clone().text()).toBe(200)
    expect(await balance(policy)).toMatchObject({ due_cents: 0 })
    expect(
      (
        await db
          .selectFrom('policy_balances')
          .select('due_cents')
          .where('policy_id', '=', next.policy_id)
          .executeTakeFirstOrThrow()
      ).due_cents,
    ).toBe(next.totalCents - policy.totalCents)
  })
})

describe('open overpayment', () => {
  it('is refunded to its payer before the cancellation refund is split among payers', async () => {
    const policy = await aPaidPolicy(65)
    await pay(policy.policy_id, policy.totalCents, 'Gulf Demo Bank')
    await cancelled(policy, '33')
    const sent = await refunds(policy)
    const toBank = sent.filter(({ payee_name }) => payee_name === 'Gulf Demo Bank')
    expect(toBank.map(({ amount_cents }) => amount_cents)).toEqual([-policy.totalCents])
    expect(await balance(policy)).toMatchObject({ due_cents: 0 })
    const { rows } = await sql<{ state: string }>`
      select state from overpayment_items where policy_id = ${policy.policy_id}`.execute(db)
    expect(rows).toEqual([{ state: 'refunded' }])
  })
})
