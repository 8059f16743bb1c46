import { describe, expect, it } from 'vitest'
import { claimHandlers } from '../../claims/routes.ts'
import { endorsementHandlers } from '../../endorsements/routes.ts'
import {
  createAgentActor,
  createAreaApp,
  createStaffActor,
  createTestContext,
  defaultTestTime,
} from '../../testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createEndorsementBinder } from '../../testing/endorse.ts'
import { reviewCancellation } from '../cancel/review-cancellation.ts'
import { rewriteHandlers } from '../rewrite/routes.ts'
import { lifecycleHandlers } from '../routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { ...endorsementHandlers, ...lifecycleHandlers, ...rewriteHandlers, ...claimHandlers })
const agency = await insertAgency(db)
const [agent, staff, colleague] = [createAgentActor(agency), createStaffActor(), createStaffActor()]
await db
  .insertInto('settings')
  .values([
    { key: 'internalEndorseAgencyNos', value: JSON.stringify([agency.agency_no]) },
    { key: 'mandatoryEndorseAgencyNos', value: JSON.stringify([agency.agency_no]) },
    { key: 'refunds.reviewAbove', value: '3000' },
  ])
  .execute()
const endorse = createEndorsementBinder(call)

/**
 * Creates a commercial policy that started on March 13 and is paid in full. Coverage A has a limit of $2,010,000 and
 * costs $10,405.72 a year.
 */
async function createPaidPolicy() {
  const policy = await insertPolicy(db, {
    product: 2,
    premiumCents: 1_040_572,
    columns: { agency_id: agency.agency_id, agency_no: agency.agency_no, inception_date: '2026-03-13' },
  })
  await db
    .updateTable('policy_transactions')
    .set({ coverage_a_limit_cents: 201_000_000, coverage_a_premium_cents: 1_040_572 })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  await insertPayment(db, { policyId: policy.policy_id, amountCents: policy.totalCents, now: defaultTestTime })
  return policy
}
const createClaim = (policyId: string, columns: { paid_cents?: number; status?: 'Open' | 'Closed' | 'Denied' }) =>
  db
    .insertInto('claims')
    .values({
      ...{ claim_number: `CLM-${policyId}`, policy_id: policyId },
      ...{ notice_date: '2026-06-02', date_of_loss: '2026-06-01', ...columns },
    })
    .execute()
const getRefunds = async (policyId: string) =>
  (
    await db
      .selectFrom('payments')
      .select('amount_cents')
      .where('policy_id', '=', policyId)
      .where('record_type', '=', 'Refund')
      .execute()
  ).map(({ amount_cents }) => amount_cents)
const listReviews = async (policyNo: string) =>
  (await call(colleague, `GET /api/v1/policies/${policyNo}/reviews`)).body.payload
const decide = (policyNo: string, reviewId: string, decision: string, by = colleague) =>
  call(by, `POST /api/v1/policies/${policyNo}/reviews/${reviewId}`, {
    body: { decision, note: 'Checked with claims.' },
  })

describe('return premium review', () => {
  it.each([
    ['a claim was paid', { paid_cents: 100_000, status: 'Closed' }],
    ['a claim is open', { status: 'Open' }],
  ] as const)('puts an endorsement refund on hold when %s in the term', async (_, claim) => {
    const { policy_no, policy_id } = await createPaidPolicy()
    await createClaim(policy_id, claim)
    const { bound } = await endorse(agent, policy_no, { A: 1_510_000 })
    expect(bound.status, JSON.stringify(bound.body)).toBe(200)
    expect(await getRefunds(policy_id)).toEqual([])
    const [review] = await listReviews(policy_no)
    expect(review).toMatchObject({
      state: 'open',
      title: 'Return premium on hold because of a claim',
      amount: -bound.body.payload.amountDue,
      reasonCode: null,
    })
    expect((await decide(policy_no, review.reviewId, 'approve')).status).toBe(200)
    expect(await getRefunds(policy_id)).toEqual([Math.round(bound.body.payload.amountDue * 100)])
  })

  it('pays an endorsement refund immediately if the only claim in the term was denied', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    await createClaim(policy_id, { status: 'Denied' })
    const { bound } = await endorse(agent, policy_no, { A: 1_510_000 })
    expect(await getRefunds(policy_id)).toEqual([Math.round(bound.body.payload.amountDue * 100)])
  })

  it('puts an endorsement refund on hold when the total of all refunds exceeds the review limit', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    const first = await endorse(agent, policy_no, { A: 1_010_000 })
    expect(await getRefunds(policy_id)).toHaveLength(1)
    const second = await endorse(agent, policy_no, { A: 10_000 })
    expect(first.bound.body.payload.amountDue + second.bound.body.payload.amountDue).toBeLessThan(-3000)
    expect(await getRefunds(policy_id)).toHaveLength(1)
    expect(await listReviews(policy_no)).toMatchObject([
      { title: 'Large refund needs review', amount: -second.bound.body.payload.amountDue },
    ])
  })

  it('puts the refund of an endorsement reversal on hold when the term has an open claim', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    const { bound } = await endorse(staff, policy_no, { A: 2_510_000 })
    await insertPayment(db, {
      policyId: policy_id,
      amountCents: bound.body.payload.amountDue * 100,
      now: defaultTestTime,
    })
    await createClaim(policy_id, { status: 'Open' })
    const { policyTransactionId, amountDue } = bound.body.payload
    const body = { change: -amountDue, reason: 'Entered for the wrong policy.' }
    const path = `POST /api/v1/policies/${policy_no}/transactions/${policyTransactionId}/reversal`
    const reversed = await call(staff, path, { body })
    expect(reversed.status, JSON.stringify(reversed.body)).toBe(200)
    expect(await getRefunds(policy_id)).toEqual([])
    expect(await listReviews(policy_no)).toMatchObject([{ state: 'open', amount: amountDue }])
  })

  it('puts a cancellation refund on hold when the term has an open claim', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    await createClaim(policy_id, { status: 'Open' })
    const preview = await call(staff, `GET /api/v1/policies/${policy_no}/cancellationPreview?reasonCode=33`)
    expect(preview.body.payload).toMatchObject({ isBlockedByClaim: true, refundAmount: 0 })
  })

  it('is reversed with the whole cancellation when the policy is reinstated after its release (CAN-23)', async () => {
    const { policy_no, policy_id, totalCents } = await createPaidPolicy()
    await createClaim(policy_id, { status: 'Open' })
    const request = {
      PolicyNumber: policy_no,
      ReasonCode: '33',
      NoteInfo: { Note: 'Sold.' },
      SuppressNotification: true,
    }
    expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body: request })).status).toBe(200)
    const finalize = { body: { PolicyNumber: policy_no } }
    expect((await call(colleague, 'POST /api/v1/policies/FinalizeCancelPolicy', finalize)).status).toBe(200)
    await db.updateTable('claims').set({ status: 'Denied' }).where('policy_id', '=', policy_id).execute()
    const [review] = await listReviews(policy_no)
    expect((await decide(policy_no, review.reviewId, 'approve', staff)).status).toBe(200)
    const [refund = 0] = await getRefunds(policy_id)
    expect(refund).toBeLessThan(0)
    expect((await call(staff, `POST /api/v1/policies/reinstate/${policy_no}/true`)).status).toBe(200)
    const rows = await db
      .selectFrom('policy_transactions')
      .select(['policy_transaction_id as id', 'transaction_type as type', 'tnx_total_premium_cents as cents'])
      .select('reverses_transaction_id as reverses')
      .where('policy_id', '=', policy_id)
      .orderBy('sequence')
      .execute()
    const released = rows.at(-2)
    expect(rows.map(({ type, cents }) => [type, cents])).toEqual([
      ['NB', totalCents],
      ['P33', 0],
      ['C33', 0],
      ['C33', refund],
      ['RI', -refund],
    ])
    expect(rows.at(-1)?.reverses).toBe(released?.id)
    const balance = await db
      .selectFrom('policy_balances')
      .selectAll()
      .where('policy_id', '=', policy_id)
      .executeTakeFirstOrThrow()
    expect(balance).toMatchObject({ invoiced_cents: totalCents, due_cents: -refund })
    // A second cancellation and reinstatement does not reverse the first cancellation again.
    expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body: request })).status).toBe(200)
    expect((await call(colleague, 'POST /api/v1/policies/FinalizeCancelPolicy', finalize)).status).toBe(200)
    expect((await call(staff, `POST /api/v1/policies/reinstate/${policy_no}/true`)).status).toBe(200)
    const after = await db
      .selectFrom('policy_balances')
      .select('invoiced_cents')
      .where('policy_id', '=', policy_id)
      .executeTakeFirstOrThrow()
    expect(after.invoiced_cents).toBe(totalCents)
  })

  it('keeps return premium on hold when the policy is cancelled later', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    await createClaim(policy_id, { paid_cents: 100_000, status: 'Closed' })
    await endorse(agent, policy_no, { A: 1_510_000 })
    const [held] = await listReviews(policy_no)
    const NoteInfo = { Note: 'Asked for by phone.', Private: true }
    const request = { PolicyNumber: policy_no, ReasonCode: '33', NoteInfo }
    expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body: request })).status).toBe(200)
    const done = await call(colleague, 'POST /api/v1/policies/FinalizeCancelPolicy', {
      body: { PolicyNumber: policy_no },
    })
    expect(done.status, JSON.stringify(done.body)).toBe(200)
    expect(await getRefunds(policy_id)).toEqual([])
    expect(await listReviews(policy_no)).toContainEqual(held)
  })

  it('keeps an endorsement refund on hold when the policy is reinstated', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    await createClaim(policy_id, { status: 'Open' })
    await endorse(agent, policy_no, { A: 1_510_000 })
    const request = { PolicyNumber: policy_no, ReasonCode: '33', NoteInfo: { Note: 'By phone.', Private: true } }
    expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body: request })).status).toBe(200)
    expect((await call(staff, `POST /api/v1/policies/reinstate/${policy_no}/false`)).status).toBe(200)
    expect(await listReviews(policy_no)).toMatchObject([{ state: 'open' }])
  })
})

describe('refund on hold for an open claim', () => {
  it('can be postponed for up to 30 days until the claim is closed', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    await createClaim(policy_id, { status: 'Open' })
    await endorse(agent, policy_no, { A: 1_510_000 })
    const [review] = await listReviews(policy_no)
    expect(review.availableDecisions).toEqual(['approve', 'decline', 'waitForClaim'])
    const waiting = await decide(policy_no, review.reviewId, 'waitForClaim')
    expect(waiting.body.payload).toMatchObject({ state: 'open', dueAt: '2026-12-20T00:00:00Z' })
    await db.updateTable('claims').set({ status: 'Closed' }).where('policy_id', '=', policy_id).execute()
    expect((await listReviews(policy_no))[0]).toMatchObject({ availableDecisions: ['approve', 'decline'], dueAt: null })
    expect((await decide(policy_no, review.reviewId, 'waitForClaim')).status).toBe(422)
  })
})

describe('backdated endorsement', () => {
  const past = { kind: 'ebo', day: '2026-03-13' } as const

  it('returns 403 when an agent changes a limit', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    await endorse(agent, policy_no, { A: 2_000_000 })
    const before = await getRefunds(policy_id)
    const { saved, bound } = await endorse(agent, policy_no, { A: 10_000 }, past)
    expect([saved.status, saved.body.message]).toEqual([
      403,
      'Only staff can change limits or the deductible for days that have passed. Choose today or a later date.',
    ])
    expect(bound.body.payload).toMatchObject({ amountDue: 0 })
    expect((await endorse(agent, policy_no, { A: 3_010_000 }, past)).saved.status).toBe(403)
    expect(await getRefunds(policy_id)).toEqual(before)
  })

  it('defaults to today for agents and to the inception date for staff', async () => {
    const { policy_no } = await createPaidPolicy()
    await endorse(agent, policy_no, { A: 2_000_000 })
    const startOn = async (who: typeof agent | typeof staff) => {
      const created = await call(who, `GET /api/v1/policies/endorsement/ebo?policyNo=${policy_no}`)
      const path = `GET /api/v4/agent/quotes/${created.body.payload.endorsementQuoteNumber}`
      return (await call(who, path)).body.effectiveDate
    }
    expect([await startOn(agent), await startOn(staff)]).toEqual(['2026-11-20', '2026-03-13'])
  })

  it('requires a reason from staff and approval of return premium by a second person', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    await endorse(staff, policy_no, { A: 2_000_000 })
    const before = await getRefunds(policy_id)
    const { quote, bound } = await endorse(staff, policy_no, { A: 1_510_000 }, past)
    expect(bound.status, JSON.stringify(bound.body)).toBe(200)
    expect(await getRefunds(policy_id)).toEqual(before)
    const [review] = await listReviews(policy_no)
    expect(review).toMatchObject({
      title: 'Return premium for elapsed days requires approval by a second person',
      availableDecisions: ['approve', 'decline'],
    })
    const approve = { decision: 'approve', note: 'Checked the application.' }
    const own = await call(staff, `POST /api/v1/policies/${policy_no}/reviews/${review.reviewId}`, { body: approve })
    expect([own.status, own.body.errors[0].code]).toEqual([409, 'requires_second_person'])
    expect((await decide(policy_no, review.reviewId, 'approve')).status).toBe(200)
    expect(await getRefunds(policy_id)).toHaveLength(before.length + 1)

    const again = await call(
      staff,
      `GET /api/v1/policies/endorsement/ebo?policyNo=${policy_no}&effectiveDate=${past.day}`,
    )
    const { endorsementQuoteNumber: QuoteNumber } = again.body.payload
    const { body: wanted } = await call(staff, `GET /api/v4/agent/quotes/${QuoteNumber}`)
    wanted.application.coverages[0].limit = quote.application.coverages[0].limit - 1_000
    expect((await call(staff, 'PUT /api/v4/agent/quotes', { body: wanted })).status).toBe(200)
    const silent = await call(staff, 'PUT /api/v2/endorsement/bind', { body: { QuoteNumber } })
    expect([silent.status, silent.body.errors[0]]).toMatchObject([422, { code: 'missing_reason', field: 'Comments' }])
  })

  it('puts all return premium and tax for elapsed days on hold, even if charges are added', async () => {
    const { policy_no, policy_id } = await insertPolicy(db, {
      product: 2,
      premiumCents: 1_460_000,
      columns: { agency_id: agency.agency_id, agency_no: agency.agency_no, inception_date: '2026-03-13', state: 'TX' },
    })
    await db
      .updateTable('policy_transactions')
      .set({
        ...{ coverage_a_limit_cents: 100_000_000, coverage_a_premium_cents: 730_000 },
        ...{ coverage_b_limit_cents: 100_000_000, coverage_b_premium_cents: 730_000 },
      })
      .where('policy_id', '=', policy_id)
      .execute()
    // From day 200 on, another endorsement determines the limit of coverage A.
    await endorse(staff, policy_no, { A: 1_001_000 }, { kind: 'ebm', day: '2026-09-29' })
    const { bound } = await endorse(staff, policy_no, { A: 900_000, B: 1_050_000 }, { kind: 'ebm', day: '2026-03-13' })
    // Coverage A returns 10 % of $20.00 for 200 days. Coverage B charges 5 % of $20.00 for 365 days, of which 252 have
    // passed.
    expect(bound.body.payload.amountDue).toBe(-36.71)
    const [review] = await listReviews(policy_no)
    expect(review.amount).toBe(155.24)
  })

  it('does not add declined return premium to a later refund', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    await endorse(staff, policy_no, { A: 2_000_000 })
    await endorse(staff, policy_no, { A: 10_000 }, past)
    const before = await getRefunds(policy_id)
    const [review] = await listReviews(policy_no)
    expect((await decide(policy_no, review.reviewId, 'decline')).status).toBe(200)
    const request = { PolicyNumber: policy_no, ReasonCode: '33', NoteInfo: { Note: 'By phone.', Private: true } }
    expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body: request })).status).toBe(200)
    await call(colleague, 'POST /api/v1/policies/FinalizeCancelPolicy', { body: { PolicyNumber: policy_no } })
    expect(await getRefunds(policy_id)).toEqual(before)
    // 113 of 365 days are unearned, which is $3,221.50 of $10,405.72. The first endorsement already returned a part of
    // this amount.
    const [unearned] = (await listReviews(policy_no)).filter(({ state }: { state: string }) => state === 'open')
    expect(unearned).toMatchObject({ title: 'Large refund needs review' })
    expect(unearned.amount).toBeLessThan(3_300)
  })
})

describe('cancellation with return premium for elapsed days', () => {
  const cancel = async (policyNo: string, ReasonCode: string, EffectiveDate?: string) => {
    const NoteInfo = { Note: 'Requested by the carrier.', Private: true }
    const body = { PolicyNumber: policyNo, ReasonCode, NoteInfo, ...(EffectiveDate && { EffectiveDate }) }
    const response = await call(staff, 'POST /api/v1/policies/cancelPolicy', { body })
    expect(response.status, JSON.stringify(response.body)).toBe(200)
  }
  const finalize = (who: typeof staff, policyNo: string) =>
    call(who, 'POST /api/v1/policies/FinalizeCancelPolicy', { body: { PolicyNumber: policyNo } })
  const readStatus = async (who: typeof staff, policyNo: string) =>
    (await call(who, `GET /api/v1/policies/${policyNo}/cancellation`)).body.payload

  it.each([
    ['flat for reason 04', '04', undefined],
    ['flat for reason 06', '06', undefined],
    ['flat for reason 07', '07', undefined],
    ['flat for reason 22', '22', undefined],
    ['backdated for reason 01', '01', '2026-05-01'],
  ])('returns 409 when its requester finalizes it: %s', async (_, code, effectiveDate) => {
    const { policy_no } = await createPaidPolicy()
    await cancel(policy_no, code, effectiveDate)
    expect((await readStatus(staff, policy_no)).requiresSecondPerson).toBe(true)
    expect((await readStatus(colleague, policy_no)).requiresSecondPerson).toBe(false)
    const own = await finalize(staff, policy_no)
    expect([own.status, own.body.errors[0].code]).toEqual([409, 'requires_second_person'])
    expect((await finalize(colleague, policy_no)).status).toBe(200)
  })

  it('can be finalized by its requester once the insured has signed the current request', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    const sign = () =>
      db
        .updateTable('policy_doc_signatures')
        .set({ signed_by_name: 'Marina Sample', signed_at: defaultTestTime })
        .where('policy_id', '=', policy_id)
        .where('party', '=', 2)
        .execute()
    await cancel(policy_no, '01', '2026-05-01')
    await sign()
    expect((await readStatus(staff, policy_no)).requiresSecondPerson).toBe(false)
    await call(staff, `POST /api/v1/policies/reinstate/${policy_no}/false`)
    await db
      .updateTable('policy_docs')
      .set({ created_at: new Date(defaultTestTime.getTime() - 60_000) })
      .where('policy_id', '=', policy_id)
      .execute()
    await cancel(policy_no, '01', '2026-05-01')
    expect(await finalize(staff, policy_no)).toMatchObject({ status: 409 })
    await sign()
    expect(await finalize(staff, policy_no)).toMatchObject({ status: 200 })
  })

  it('is finalized by the automatic review for nonpayment', async () => {
    const policy = await insertPolicy(db, {
      product: 2,
      premiumCents: 1_000_000,
      columns: { agency_id: agency.agency_id, agency_no: agency.agency_no, inception_date: '2026-03-13' },
    })
    await insertPayment(db, { policyId: policy.policy_id, amountCents: 200_000, now: defaultTestTime })
    await cancel(policy.policy_no, '05')
    expect((await readStatus(staff, policy.policy_no)).requiresSecondPerson).toBe(true)
    await reviewCancellation(createTestContext(db, { kind: 'job', name: 'review-cancellation' }), policy.policy_no)
    expect((await readStatus(colleague, policy.policy_no)).state).toBe('cancelled')
  })

  it('remains pending after the automatic review for other cancel reasons', async () => {
    const { policy_no } = await createPaidPolicy()
    await cancel(policy_no, '06')
    await reviewCancellation(createTestContext(db, { kind: 'job', name: 'review-cancellation' }), policy_no)
    expect((await readStatus(colleague, policy_no)).state).toBe('pending')
  })

  it('can be finalized by its requester when it takes effect today', async () => {
    const { policy_no } = await createPaidPolicy()
    await cancel(policy_no, '33')
    expect((await finalize(staff, policy_no)).status).toBe(200)
  })
})
