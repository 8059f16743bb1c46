import { describe, expect, it } from 'vitest'
import { claimHandlers } from '../../claims/routes.ts'
import { endorsementHandlers } from '../../endorsements/routes.ts'
import { createOverpayment } from '../../ledger/overpayment.ts'
import { settlePayment } from '../../ledger/payments.ts'
import { failRefund } from '../../ledger/refunds.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import { lifecycleHandlers } from '../../lifecycle/routes.ts'
import { createStaffActor, defaultTestTime } from '../../testing/area-app.ts'
import { insertAgency, insertPayment, insertPolicy } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createEndorsementBinder } from '../../testing/endorse.ts'
import { createStripeApp } from '../../testing/stripe-app.ts'
import { paymentHandlers } from '../routes.ts'

const { db, pool } = await createTestDatabase()
const { call } = await createStripeApp(
  { db, pool },
  { ...endorsementHandlers, ...lifecycleHandlers, ...paymentHandlers, ...claimHandlers },
)
const agency = await insertAgency(db)
const [staff, colleague] = [
  createStaffActor('financeadmin', 'superuser'),
  createStaffActor('financeadmin', 'superuser'),
]
await db
  .insertInto('settings')
  .values([
    ...['internalEndorseAgencyNos', 'mandatoryEndorseAgencyNos'].map((key) => ({
      key,
      value: JSON.stringify([agency.agency_no]),
    })),
    { key: 'refunds.reviewAbove', value: '9000' },
  ])
  .execute()
const endorse = createEndorsementBinder(call)

/**
 * Creates a commercial policy in Texas, effective March 13, with coverage A of $2,000,000 for an annual premium of $10,000.00. On the test
 * date, 252 of 365 days have passed: earned premium is $6,904.11 with $337.61 of taxes.
 */
async function createPolicy(inceptionDate = '2026-03-13', product: 2 | 7 = 2) {
  const policy = await insertPolicy(db, {
    product,
    premiumCents: 1_000_000,
    feeCents: 0,
    columns: {
      ...{ agency_id: agency.agency_id, agency_no: agency.agency_no, state: 'TX' },
      ...{ inception_date: inceptionDate, effective_date: inceptionDate },
    },
  })
  await db
    .updateTable('policy_transactions')
    .set({ coverage_a_limit_cents: 200_000_000, coverage_a_premium_cents: 1_000_000 })
    .where('policy_id', '=', policy.policy_id)
    .execute()
  return policy
}
const payInFull = ({ policy_id, totalCents }: { policy_id: string; totalCents: number }) =>
  insertPayment(db, { policyId: policy_id, amountCents: totalCents, now: defaultTestTime })
async function createPaidPolicy(inceptionDate?: string, product?: 2 | 7) {
  const policy = await createPolicy(inceptionDate, product)
  return { ...policy, ...(await payInFull(policy)) }
}

const refund = (paymentId: string, amount: number, as = staff) =>
  call(as, `POST /api/v1/billing/payments/${paymentId}/refund`, { body: { amount, reason: 'The lender paid, too' } })
const getOpenReviews = async (policyNo: string) => {
  const { body } = await call(colleague, `GET /api/v1/policies/${policyNo}/reviews`)
  return (body.payload as { reviewId: string; state: string; amount: number; title: string }[]).filter(
    ({ state }) => state === 'open',
  )
}
const decide = (policyNo: string, reviewId: string | undefined, decision: string, as = colleague) =>
  call(as, `POST /api/v1/policies/${policyNo}/reviews/${reviewId}`, { body: { decision, note: 'Checked the proof.' } })
const getHeld = async (policyId: string) => (await getPolicyBalance(db, policyId)).receivedCents
const needsSecondPerson = { status: 409, body: { errors: [{ code: 'requires_second_person' }] } }
const createClaim = (policyId: string, status: 'Open' | 'Denied') =>
  db
    .insertInto('claims')
    .values({
      ...{ claim_number: `CLM-${policyId}`, policy_id: policyId, status },
      ...{ notice_date: '2026-06-02', date_of_loss: '2026-06-01' },
    })
    .execute()

/** Cancels a policy as of today. The same person requests and finalizes the cancellation. */
async function cancel(policyNo: string) {
  const NoteInfo = { Note: 'Asked for by phone.', Private: true }
  const request = { PolicyNumber: policyNo, ReasonCode: '33', NoteInfo }
  expect(await call(staff, 'POST /api/v1/policies/cancelPolicy', { body: request })).toMatchObject({ status: 200 })
  const done = { body: { PolicyNumber: policyNo } }
  expect(await call(staff, 'POST /api/v1/policies/FinalizeCancelPolicy', done)).toMatchObject({ status: 200 })
}

describe('manual refund', () => {
  it('requires a second person if the refund includes earned premium (REF-5, REF-9)', async () => {
    const { policy_no, policy_id, paymentId, totalCents } = await createPaidPolicy()
    expect(totalCents).toBe(1_048_900)
    expect(await refund(paymentId, 3_000)).toMatchObject({ status: 200 })
    const response = await refund(paymentId, 300)
    expect(response).toMatchObject(needsSecondPerson)
    expect(response.body.message).toContain('earned for elapsed days')
    expect(await getHeld(policy_id)).toBe(748_900)
    const [review, ...others] = await getOpenReviews(policy_no)
    expect([review, others]).toMatchObject([
      { amount: 300, title: 'Manual refund requires approval by a second person' },
      [],
    ])
    expect(await decide(policy_no, review?.reviewId, 'approve', staff)).toMatchObject(needsSecondPerson)
    expect(await decide(policy_no, review?.reviewId, 'approve')).toMatchObject({ status: 200 })
    expect(await getHeld(policy_id)).toBe(718_900)
  })

  it('requires a second person if the refund includes the minimum earned premium (PRI-3, REF-9)', async () => {
    // Excess flood earns 50% of $10,000.00 at inception, with taxes of $244.50.
    const { policy_no, paymentId } = await createPaidPolicy('2026-11-10', 7)
    expect(await refund(paymentId, 5_244.51)).toMatchObject(needsSecondPerson)
    const [review] = await getOpenReviews(policy_no)
    expect(await decide(policy_no, review?.reviewId, 'decline')).toMatchObject({ status: 200 })
    expect(await refund(paymentId, 5_244.5)).toMatchObject({ status: 200 })
    // Nothing is earned before the term begins.
    const future = await createPaidPolicy('2026-12-10', 7)
    expect(await refund(future.paymentId, 8_000)).toMatchObject({ status: 200 })
  })

  it('returns unearned premium and its taxes without a second person, exact to the cent', async () => {
    const { policy_no, policy_id, paymentId } = await createPaidPolicy()
    expect(await refund(paymentId, 3_247.29)).toMatchObject(needsSecondPerson)
    const [review] = await getOpenReviews(policy_no)
    expect(await decide(policy_no, review?.reviewId, 'decline')).toMatchObject({ status: 200 })
    expect(await refund(paymentId, 3_247.28)).toMatchObject({ status: 200 })
    expect(await getHeld(policy_id)).toBe(690_411 + 33_761)
  })

  it('does not require a second person before the term begins', async () => {
    const { policy_id, paymentId } = await createPaidPolicy('2026-12-01')
    expect(await refund(paymentId, 9_000)).toMatchObject({ status: 200 })
    expect(await getHeld(policy_id)).toBe(148_900)
  })

  it('requires a second person if the payments on the policy do not cover its earned premium', async () => {
    const policy = await createPolicy()
    const { paymentId } = await insertPayment(db, {
      policyId: policy.policy_id,
      amountCents: 100_000,
      now: defaultTestTime,
    })
    expect(await refund(paymentId, 1)).toMatchObject(needsSecondPerson)
  })

  it('requires a second person if a cancellation left only earned premium on the policy', async () => {
    const { policy_no, policy_id, paymentId } = await createPaidPolicy()
    await cancel(policy_no)
    expect(await getHeld(policy_id)).toBe(690_411 + 33_761)
    expect(await refund(paymentId, 1)).toMatchObject(needsSecondPerson)
  })

  it('requires a second person if a claim in the term is open, but not if denied (REF-9)', async () => {
    const [open, denied] = [await createPaidPolicy(), await createPaidPolicy()]
    await createClaim(open.policy_id, 'Open')
    await createClaim(denied.policy_id, 'Denied')
    const response = await refund(open.paymentId, 1)
    expect(response).toMatchObject(needsSecondPerson)
    expect(response.body.message).toContain('claim')
    expect(await refund(denied.paymentId, 1)).toMatchObject({ status: 200 })
  })

  it('treats unapproved return premium for elapsed days as earned premium', async () => {
    const { policy_no, policy_id, paymentId } = await createPaidPolicy()
    const { bound } = await endorse(staff, policy_no, { A: 1_000_000 }, { kind: 'ebm', day: '2026-03-13' })
    expect(bound).toMatchObject({ status: 200 })
    expect(await refund(paymentId, 3_300)).toMatchObject(needsSecondPerson)
    expect(await getHeld(policy_id)).toBe(1_048_900)
  })

  it('counts refunds of parts that were transferred to other policies toward the limit', async () => {
    const from = await createPolicy('2026-12-01')
    const payment = { policyId: from.policy_id, amountCents: 2_000_000, now: defaultTestTime }
    const { paymentId, policyPaymentId } = await insertPayment(db, payment)
    const transfer = async () => {
      const to = await createPolicy('2026-12-01')
      const path = `PUT /api/v1/payments/${from.policy_no}/moveto/${to.policy_no}/5000`
      const { body } = await call(staff, path, { body: { policyPaymentId } })
      return body.payload.transferred.paymentId as string
    }
    const [first, second] = [await transfer(), await transfer()]
    expect(await refund(paymentId, 4_000)).toMatchObject({ status: 200 })
    // Concurrent refunds of parts on different policies are counted, too.
    const both = await Promise.all([refund(first, 5_000), refund(second, 5_000)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await refund(paymentId, 0.01)).toMatchObject(needsSecondPerson)
  })

  it('requires a second person if a transfer left the source policy short of earned premium', async () => {
    const [from, to] = [await createPaidPolicy(), await createPaidPolicy('2026-12-01')]
    const transferred = await call(staff, `PUT /api/v1/payments/${from.policy_no}/moveto/${to.policy_no}/5000`, {
      body: { policyPaymentId: from.policyPaymentId },
    })
    expect(transferred).toMatchObject({ status: 200 })
    // The other policy now has $1,752.72 less than its earned charges.
    expect(await refund(to.paymentId, 9_000)).toMatchObject({ status: 200 })
    const { paymentId } = transferred.body.payload.transferred
    expect(await refund(paymentId, 5_000)).toMatchObject(needsSecondPerson)
    const [review] = await getOpenReviews(to.policy_no)
    expect(await decide(to.policy_no, review?.reviewId, 'decline')).toMatchObject({ status: 200 })
    expect(await refund(paymentId, 4_736.28)).toMatchObject({ status: 200 })
    expect(await refund(paymentId, 0.01)).toMatchObject(needsSecondPerson)
  })

  describe('refund of premium transferred from another policy', () => {
    async function createTransfer() {
      const [from, to] = [await createPaidPolicy(), await createPolicy('2026-12-01')]
      const path = `PUT /api/v1/payments/${from.policy_no}/moveto/${to.policy_no}/5000`
      const transferred = await call(staff, path, { body: { policyPaymentId: from.policyPaymentId } })
      expect(transferred).toMatchObject({ status: 200 })
      return { from, to }
    }

    it('requires a second person if staff cancel the receiving policy', async () => {
      const { to } = await createTransfer()
      await cancel(to.policy_no)
      expect(await getHeld(to.policy_id)).toBe(500_000)
      const [review, ...others] = await getOpenReviews(to.policy_no)
      const title = 'Refund of transferred money requires approval by a second person'
      expect([review, others]).toMatchObject([{ amount: 5_000, title }, []])
      expect(await decide(to.policy_no, review?.reviewId, 'approve', staff)).toMatchObject(needsSecondPerson)
      expect(await decide(to.policy_no, review?.reviewId, 'approve')).toMatchObject({ status: 200 })
      expect(await getHeld(to.policy_id)).toBe(0)
    })

    it('requires a second person even if the source policy was paid in the meantime', async () => {
      const { from, to } = await createTransfer()
      await cancel(to.policy_no)
      await insertPayment(db, { policyId: from.policy_id, amountCents: 500_000, now: defaultTestTime })
      const [review] = await getOpenReviews(to.policy_no)
      expect(await decide(to.policy_no, review?.reviewId, 'approve', staff)).toMatchObject(needsSecondPerson)
    })

    it('requires a second person if a claim puts the refund on hold', async () => {
      const { to } = await createTransfer()
      await createClaim(to.policy_id, 'Open')
      await cancel(to.policy_no)
      const [review] = await getOpenReviews(to.policy_no)
      expect(review).toMatchObject({ title: 'Return premium on hold because of a claim' })
      expect(await decide(to.policy_no, review?.reviewId, 'approve', staff)).toMatchObject(needsSecondPerson)
      expect(await decide(to.policy_no, review?.reviewId, 'approve')).toMatchObject({ status: 200 })
    })
  })
})

describe('reversal of an endorsement that returns premium for elapsed days', () => {
  it.each([
    ['open', undefined],
    ['declined', 'decline'],
  ] as const)('withdraws its %s review, and the policy owes the premium again (REF-10)', async (_, decision) => {
    const { policy_no, policy_id, totalCents } = await createPaidPolicy()
    const { bound } = await endorse(staff, policy_no, { A: 1_000_000 }, { kind: 'ebm', day: '2026-03-13' })
    const { policyTransactionId, amountDue } = bound.body.payload
    const [review] = await getOpenReviews(policy_no)
    if (decision) expect(await decide(policy_no, review?.reviewId, decision)).toMatchObject({ status: 200 })
    const path = `POST /api/v1/policies/${policy_no}/transactions/${policyTransactionId}/reversal`
    const reversed = await call(staff, path, { body: { change: -amountDue, reason: 'Wrong policy.' } })
    expect(reversed).toMatchObject({ status: 200 })
    const reviews = db.selectFrom('refund_reviews').select('state').where('policy_id', '=', policy_id)
    expect(await reviews.execute()).toEqual([{ state: 'withdrawn' }])
    expect(await decide(policy_no, review?.reviewId, 'approve')).toMatchObject({ status: 409 })
    expect(await getPolicyBalance(db, policy_id)).toMatchObject({ dueCents: 0, receivedCents: totalCents })
    // Nothing is withheld any more: all unearned premium is refundable.
    await endorse(staff, policy_no, { A: 1_900_000 })
    expect(await getOpenReviews(policy_no)).toEqual([])
    expect(await getHeld(policy_id)).toBeLessThan(totalCents)
  })
})

describe('overpayment from return premium for elapsed days', () => {
  /** Creates a policy whose bank payment in full settled after an endorsement halved the premium from inception. */
  async function createOverpaidPolicy() {
    const policy = await createPolicy()
    const ach = { policyId: policy.policy_id, amountCents: policy.totalCents, now: defaultTestTime, typeId: 2 }
    const { policyPaymentId } = await insertPayment(db, { ...ach, status: 'processing' })
    await endorse(staff, policy.policy_no, { A: 1_000_000 }, { kind: 'ebm', day: '2026-03-13' })
    await db.transaction().execute(async (trx) => {
      await settlePayment(trx, policyPaymentId, defaultTestTime)
      await createOverpayment(trx, { ...ach, policyPaymentId })
    })
    return policy
  }

  it('requires a second person for a refund', async () => {
    const policy = await createOverpaidPolicy()
    const listed = await call(staff, 'GET /api/v1/billing/overpayments?status=open')
    const item = listed.body.payload.items.find(({ policyNo }: { policyNo: string }) => policyNo === policy.policy_no)
    expect(item).toMatchObject({ amount: 5_244.5 })
    const path = `POST /api/v1/billing/overpayments/${item.overpaymentId}/resolve`
    expect(await call(staff, path, { body: { decision: 'refundPayer' } })).toMatchObject(needsSecondPerson)
  })

  it('is retained if one person cancels the policy', async () => {
    const { policy_no, policy_id } = await createOverpaidPolicy()
    await cancel(policy_no)
    // The amount consists of 690,411 cents of earned premium and 33,761 cents of taxes. The earned premium is based on
    // the prices in force on the elapsed days.
    expect(await getHeld(policy_id)).toBeGreaterThanOrEqual(724_172)
  })
})

describe('approval of a refund held for a claim', () => {
  it('does not release return premium held for elapsed days', async () => {
    const { policy_no, policy_id } = await createPaidPolicy()
    await createClaim(policy_id, 'Open')
    const lowered = await endorse(staff, policy_no, { A: 1_500_000 })
    await endorse(staff, policy_no, { A: 1_000_000 }, { kind: 'ebm', day: '2026-03-13' })
    const raised = await endorse(staff, policy_no, { A: 1_900_000 })
    const { dueCents } = await getPolicyBalance(db, policy_id)
    const reviews = await getOpenReviews(policy_no)
    const [elapsed, claim] = reviews
    expect(reviews).toMatchObject([
      { title: 'Return premium for elapsed days requires approval by a second person' },
      { title: 'Return premium on hold because of a claim', amount: -lowered.bound.body.payload.amountDue },
    ])
    expect(raised.bound.body.payload.amountDue).toBeGreaterThan(0)
    expect(await decide(policy_no, claim?.reviewId, 'approve')).toMatchObject({ status: 200 })
    const free = Math.max(0, -dueCents - Math.round(100 * (elapsed?.amount ?? 0)))
    expect(await getHeld(policy_id)).toBe(1_048_900 - free)
  })
})

describe('approved refund rejected by the bank', () => {
  it('does not increase the amount refundable without review (REF-2)', async () => {
    const { policy_no, policy_id, paymentId } = await createPaidPolicy('2026-12-01')
    expect(await refund(paymentId, 9_000.01)).toMatchObject(needsSecondPerson)
    const [review] = await getOpenReviews(policy_no)
    expect(await decide(policy_no, review?.reviewId, 'approve')).toMatchObject({ status: 200 })
    const { policy_payment_id: refundId } = await db
      .selectFrom('payments')
      .select('policy_payment_id')
      .where('refund_review_id', '=', String(review?.reviewId))
      .executeTakeFirstOrThrow()
    await db
      .transaction()
      .execute((trx) => failRefund(trx, refundId, { code: 'failed', reason: '', now: defaultTestTime }))
    expect(await getHeld(policy_id)).toBe(1_048_900)
    await endorse(staff, policy_no, { A: 1_000_000 })
    expect(await getHeld(policy_id)).toBe(524_450)
    await endorse(staff, policy_no, { A: 100_000 })
    expect(await getHeld(policy_id)).toBe(524_450)
    expect(await getOpenReviews(policy_no)).toMatchObject([{ title: 'Large refund needs review' }])
  })
})

describe('return premium of a check that was recorded by hand (REF-13)', () => {
  const recordCheck = async (policyNo: string, amount: number, checkNo = '1001') => {
    const body = { checkNo, payeeName: 'Uncle Sample', memo: 'Premium', amount, createdAt: '2026-11-20' }
    expect(await call(staff, `POST /api/v1/payments/check/${policyNo}`, { body })).toMatchObject({ status: 200 })
  }
  const getRefunds = (policyId: string) =>
    db
      .selectFrom('payments')
      .select(['payee_name', 'amount_cents'])
      .where('policy_id', '=', policyId)
      .where('record_type', '=', 'Refund')
      .orderBy('amount_cents')
      .execute()
  const title = 'Refund to a check that no one has confirmed'

  it('is on hold after a cancellation until someone who did not record the check approves it', async () => {
    const { policy_no, policy_id } = await createPolicy()
    await recordCheck(policy_no, 10_489)
    const preview = await call(staff, `GET /api/v1/policies/${policy_no}/cancellationPreview?reasonCode=33`)
    await cancel(policy_no)
    const onHold = [
      { amount: 3_247.28, message: '$3,247.28 is on hold until we have confirmed the check with which it was paid.' },
    ]
    expect(preview.body.payload).toMatchObject({ refundTo: [], onHold })
    expect(await getRefunds(policy_id)).toEqual([])
    const [review, ...others] = await getOpenReviews(policy_no)
    expect([review, others]).toMatchObject([{ amount: 3_247.28, title }, []])
    expect(await decide(policy_no, review?.reviewId, 'approve', staff)).toMatchObject(needsSecondPerson)
    expect(await getRefunds(policy_id)).toEqual([])
    expect(await decide(policy_no, review?.reviewId, 'approve')).toMatchObject({ status: 200 })
    expect(await getRefunds(policy_id)).toEqual([{ payee_name: 'Uncle Sample', amount_cents: -324_728 }])
  })

  it('does not delay the refund to other payers', async () => {
    const { policy_no, policy_id } = await createPolicy()
    await insertPayment(db, { policyId: policy_id, amountCents: 524_450, now: defaultTestTime, payeeName: 'Demo Bank' })
    await recordCheck(policy_no, 5_244.5)
    await cancel(policy_no)
    expect(await getRefunds(policy_id)).toEqual([{ payee_name: 'Demo Bank', amount_cents: -162_364 }])
    expect(await getOpenReviews(policy_no)).toMatchObject([{ amount: 1_623.64, title }])
  })

  it('includes an overpayment by a check', async () => {
    const { policy_no, policy_id } = await createPolicy()
    await insertPayment(db, {
      policyId: policy_id,
      amountCents: 1_000_000,
      now: defaultTestTime,
      payeeName: 'Demo Bank',
    })
    await recordCheck(policy_no, 5_000)
    await cancel(policy_no)
    const reviews = await getOpenReviews(policy_no)
    // The overpayment is $4,511.00. The check also paid $489.00 of $10,489.00, of which $3,247.28 is returned.
    expect(reviews.map(({ amount }) => amount).toSorted()).toEqual([151.39, 4_511])
    for (const { reviewId } of reviews) {
      expect(await decide(policy_no, reviewId, 'approve', staff)).toMatchObject(needsSecondPerson)
      expect(await decide(policy_no, reviewId, 'approve')).toMatchObject({ status: 200 })
    }
    expect((await getRefunds(policy_id)).map(({ amount_cents }) => amount_cents)).toEqual([-451_100, -309_589, -15_139])
    expect((await getPolicyBalance(db, policy_id)).dueCents).toBe(0)
  })

  it('cannot be approved by the person who recorded the check, whatever the reason for the hold', async () => {
    const { policy_no, policy_id } = await createPolicy()
    await recordCheck(policy_no, 10_489)
    await createClaim(policy_id, 'Open')
    const NoteInfo = { Note: 'Asked for by phone.', Private: true }
    const request = { PolicyNumber: policy_no, ReasonCode: '33', NoteInfo }
    for (const [path, body] of [
      ['cancelPolicy', request],
      ['FinalizeCancelPolicy', { PolicyNumber: policy_no }],
    ] as const)
      expect(await call(colleague, `POST /api/v1/policies/${path}`, { body })).toMatchObject({ status: 200 })
    const [review] = await getOpenReviews(policy_no)
    expect(review?.title).toBe('Return premium on hold because of a claim')
    expect(await decide(policy_no, review?.reviewId, 'approve', staff)).toMatchObject(needsSecondPerson)
    const auditor = createStaffActor('superuser')
    expect(await decide(policy_no, review?.reviewId, 'approve', auditor)).toMatchObject({ status: 200 })
  })
})
