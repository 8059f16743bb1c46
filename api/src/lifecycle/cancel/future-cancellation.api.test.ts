import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { getCounties } from '../../demo-book/places.ts'
import { moratoriumHandlers } from '../../moratoriums/routes.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { type EmailTemplateValues, renderEmail } from '../../providers/mail/templates/index.ts'
import { createAreaApp, createStaffActor, createTestContext, defaultTestTime } from '../../testing/area-app.ts'
import { insertLockboxAddress, insertPayment, insertPolicy } from '../../testing/builders.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { rewriteHandlers } from '../rewrite/routes.ts'
import { lifecycleHandlers } from '../routes.ts'
import { readCancellation } from './describe-cancellation.ts'
import { endCoverage } from './end-coverage.ts'
import { reviewCancellation } from './review-cancellation.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { ...lifecycleHandlers, ...rewriteHandlers, ...moratoriumHandlers })
const staff = createStaffActor('superuser')
const colleague = createStaffActor('superuser')
await db.insertInto('counties').values(getCounties()).execute()

/**
 * Creates a policy that started on May 15 and requests its cancellation because the home is sold on December 15. That
 * is 214 of 365 days later and 25 days in the future.
 */
async function aSoldHome(columns: object = {}, options: { premiumCents?: number; paidCents?: number } = {}) {
  const { paidCents, ...rest } = options
  const policy = await insertPolicy(db, { ...rest, columns: { inception_date: '2026-05-15', ...columns } })
  const amountCents = paidCents ?? policy.totalCents
  await insertPayment(db, { policyId: policy.policy_id, amountCents, now: defaultTestTime })
  const body = {
    PolicyNumber: policy.policy_no,
    ReasonCode: '01',
    EffectiveDate: '2026-12-15',
    NoteInfo: { Note: 'Sold.' },
  }
  expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body })).status).toBe(200)
  return policy
}
const finalize = (policyNo: string) =>
  call(colleague, 'POST /api/v1/policies/FinalizeCancelPolicy', { body: { PolicyNumber: policyNo } })
const endOn = (policyNo: string, now: string) =>
  endCoverage(createTestContext(db, { kind: 'job', name: 'end_cover' }, { now: new Date(now) }), policyNo)
const getState = async (policyNo: string) =>
  (await call(staff, `GET /api/v1/policies/${policyNo}/cancellation`)).body.payload
/** Returns the rendered text of the cancellation emails, oldest first. */
async function getMails(policyId: string): Promise<string[]> {
  const { rows } = await sql<{ values: EmailTemplateValues['cancellation'] }>`
    select payload -> 'values' as values from graphile_worker._private_jobs
    where payload ->> 'policyId' = ${policyId} and payload ->> 'template' = 'cancellation' order by id`.execute(db)
  const mails = await Promise.all(rows.map(({ values }) => renderEmail('cancellation', values)))
  return mails.map(({ subject, text }) => `${subject}\n${text}`)
}
const getBalance = (policyId: string) =>
  db.selectFrom('policy_balances').selectAll().where('policy_id', '=', policyId).executeTakeFirstOrThrow()

it('keeps a policy in force until its future cancellation date and pays the refund on that date', async () => {
  const { policy_no, policy_id, totalCents } = await aSoldHome()
  expect((await finalize(policy_no)).body.payload).toMatchObject({
    state: 'pending',
    effectiveDate: '2026-12-15',
    acceptedAt: defaultTestTime.toISOString(),
  })
  expect(await getBalance(policy_id)).toMatchObject({ invoiced_cents: totalCents, refundable_cents: 0 })
  expect((await finalize(policy_no)).body).toMatchObject({
    statusCode: 409,
    message: 'Cancellation accepted. Coverage ends on the cancellation effective date.',
  })
  // The time is 11:30 p.m. on December 14 in Tampa.
  await endOn(policy_no, '2026-12-15T04:30:00Z')
  expect((await getState(policy_no)).state).toBe('pending')
  await endOn(policy_no, '2026-12-15T05:00:00Z')
  const { state, refundAmount } = await getState(policy_no)
  expect(state).toBe('cancelled')
  const { due_cents, refundable_cents, invoiced_cents } = await getBalance(policy_id)
  expect([due_cents, refundable_cents, invoiced_cents]).toEqual([
    0,
    Math.round(refundAmount * 100),
    totalCents - Math.round(refundAmount * 100),
  ])
  const notices = await db.selectFrom('notices').select('kind').where('policy_id', '=', policy_id).execute()
  expect(notices).toEqual([{ kind: 'cancellation' }])

  const amount = `$${refundAmount.toFixed(2)}`
  const [accepted, ended] = await getMails(policy_id)
  expect(accepted).toContain(`Policy ${policy_no} will be cancelled`)
  expect(accepted).toContain(`${amount} will be refunded when the cancellation takes effect: ${amount} to `)
  expect(ended).toContain(`Policy ${policy_no} has been cancelled`)
  expect(ended).toMatch(new RegExp(`Refunded by check: \\${amount} to \\S`))
})

it('explains when a future cancellation is accepted how the remaining balance can be paid (CAN-24)', async () => {
  await insertLockboxAddress(db)
  const { policy_no, policy_id } = await aSoldHome({}, { paidCents: 1000 })
  expect((await finalize(policy_no)).status).toBe(200)
  const payment = `The remaining balance can be paid by check only. Make the check payable to Tideline Premium Lockbox, write the policy number ${policy_no} on it, and mail it to Tideline Premium Lockbox, PO Box 880042, `
  const [accepted] = await getMails(policy_id)
  expect(accepted).toContain(payment)
  const notices = await db.selectFrom('notices').select('letter').where('policy_id', '=', policy_id).execute()
  expect(notices).toHaveLength(1)
  expect(JSON.stringify(notices)).toContain(payment)

  const paid = await aSoldHome()
  await finalize(paid.policy_no)
  expect((await getMails(paid.policy_id)).join()).not.toContain('by check only')
})

it('requires someone other than the person who accepted the cancellation to approve its large refund', async () => {
  const policy = await aSoldHome({}, { premiumCents: 10_000_000 })
  expect((await finalize(policy.policy_no)).status).toBe(200)
  await endOn(policy.policy_no, '2026-12-15T05:00:00Z')
  const { review_id } = await db
    .selectFrom('refund_reviews')
    .select('review_id')
    .where('policy_id', '=', policy.policy_id)
    .executeTakeFirstOrThrow()
  const approve = { body: { decision: 'approve', note: 'The sale was recorded.' } }
  const path = `POST /api/v1/policies/${policy.policy_no}/reviews/${review_id}`
  expect((await call(colleague, path, approve)).body.errors).toMatchObject([{ code: 'requires_second_person' }])
  expect((await call(staff, path, approve)).status).toBe(200)
})

it('explains in the cancellation email that a paid claim puts the refund on hold', async () => {
  const policy = await insertPolicy(db, { columns: { inception_date: '2026-05-15' } })
  await insertPayment(db, { policyId: policy.policy_id, amountCents: policy.totalCents, now: defaultTestTime })
  const claim = { claim_number: 'CLM-2026-9801', notice_date: '2026-10-02', date_of_loss: '2026-10-01' }
  await db
    .insertInto('claims')
    .values({ ...claim, policy_id: policy.policy_id, paid_cents: 100_000 })
    .execute()
  const body = { PolicyNumber: policy.policy_no, ReasonCode: '33', NoteInfo: { Note: 'Asked for.' } }
  expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body })).status).toBe(200)
  await finalize(policy.policy_no)
  const { amount_cents } = await db
    .selectFrom('refund_reviews')
    .select('amount_cents')
    .where('policy_id', '=', policy.policy_id)
    .executeTakeFirstOrThrow()
  const [mail] = await getMails(policy.policy_id)
  expect(mail).toContain(`$${(amount_cents / 100).toFixed(2)} is on hold because of a claim in this policy term`)
  expect(mail).toContain('Refund: $0.00')
  // No card fee was paid.
  expect(mail).not.toContain('Card fee')
})

it('does not cancel a policy that was reinstated before its cancellation date', async () => {
  const { policy_no, policy_id, totalCents } = await aSoldHome()
  await finalize(policy_no)
  const suppressed = await call(staff, `POST /api/v1/policies/reinstate/${policy_no}/true`)
  expect(suppressed.status).toBe(200)
  await endOn(policy_no, '2026-12-15T05:00:00Z')
  expect((await getState(policy_no)).state).toBe('none')
  expect(await getBalance(policy_id)).toMatchObject({ invoiced_cents: totalCents, due_cents: 0, refundable_cents: 0 })
})

it('ends coverage on the paid-to date when a policy is cancelled for nonpayment', async () => {
  for (const [receivedCents, owed] of [
    [0, 0],
    [50_000, 0],
  ] as const) {
    const policy = await insertPolicy(db, { columns: { inception_date: '2026-05-15' } })
    if (receivedCents)
      await insertPayment(db, { policyId: policy.policy_id, amountCents: receivedCents, now: defaultTestTime })
    const body = { PolicyNumber: policy.policy_no, ReasonCode: '05', NoteInfo: { Note: 'Not paid.' } }
    expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body })).status).toBe(200)
    expect((await finalize(policy.policy_no)).body.payload.state).toBe('cancelled')
    expect(await getBalance(policy.policy_id)).toMatchObject({
      invoiced_cents: receivedCents,
      due_cents: owed,
      refundable_cents: 0,
    })
  }
})

/**
 * Creates a policy that started on May 15, 189 days ago, and finalizes its cancellation. The policy is paid in full, or
 * up to `receivedCents`.
 */
async function anEnd(
  ReasonCode: string,
  {
    receivedCents = 0,
    EffectiveDate,
    ...of
  }: { receivedCents?: number; EffectiveDate?: string; product?: number; premiumCents?: number } = {},
) {
  const policy = await insertPolicy(db, { ...of, columns: { inception_date: '2026-05-15' } })
  if (receivedCents)
    await insertPayment(db, { policyId: policy.policy_id, amountCents: receivedCents, now: defaultTestTime })
  const body = {
    PolicyNumber: policy.policy_no,
    ReasonCode,
    NoteInfo: { Note: 'Asked for.' },
    ...(EffectiveDate && { EffectiveDate }),
  }
  expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body })).status).toBe(200)
  expect((await finalize(policy.policy_no)).status).toBe(200)
  return policy
}

it.each([
  ['10', { EffectiveDate: '2026-12-31', receivedCents: 112_500 }, '2026-12-31'],
  ['01', { EffectiveDate: '2027-05-15', receivedCents: 112_500 }, '2027-05-15'],
  // $80.76 of the $800.00 pays the fee with its tax. The remaining $719.24 pays $684.99 of premium with its tax, which
  // covers 251 days.
  ['05', { receivedCents: 80_000 }, '2027-01-21'],
  ['40', { receivedCents: 112_500 }, '2027-05-15'],
  ['41', { receivedCents: 112_500 }, '2027-05-15'],
] as const)(
  'keeps a cancellation for reason %s pending, without postings, until its effective date',
  async (code, of, day) => {
    const policy = await anEnd(code, of)
    expect(await getState(policy.policy_no)).toMatchObject({ state: 'pending', effectiveDate: day })
    expect((await requirePolicy(createTestContext(db, staff), policy.policy_no)).status).toBe('Pending Cancel')
    expect(await getBalance(policy.policy_id)).toMatchObject({ invoiced_cents: policy.totalCents, refundable_cents: 0 })
  },
)

it('leaves a balance for the days in force, but none after a nonpayment cancellation', async () => {
  const owed = async (policy: Awaited<ReturnType<typeof anEnd>>) => {
    const { invoiced_cents, due_cents } = await getBalance(policy.policy_id)
    return [invoiced_cents, due_cents]
  }
  expect(await owed(await anEnd('05'))).toEqual([0, 0])
  expect(await owed(await anEnd('05', { receivedCents: 5_000, product: 7, premiumCents: 284_736 }))).toEqual([5_000, 0])
  // 189 of 365 days of $994.51 are $514.97. The taxes on it (4.94% and 0.06%) are $25.44 and $0.31. The fee with its
  // tax and the surcharge are $80.76.
  for (const code of ['21', '23']) expect(await owed(await anEnd(code))).toEqual([62_148, 62_148])
})

describe('moratorium during a pending cancellation', () => {
  /** Creates a moratorium that restricts cancellations in a county. By default, it starts the day after the request. */
  async function anOrder(countyFips: string, from = '2026-11-21') {
    const order = {
      ...{ name: 'Order 26-09', kind: 'regulatory', peril: 'flood', reason: 'Damaged homes', products: [1] },
      ...{ actions: ['cancellation'], startDate: from, stopDate: null, locations: [{ countyFips }] },
    }
    const { body } = await call(staff, 'POST /api/v1/moratoriums', { body: order })
    return {
      endsOn: (stopDate: string, now: string) =>
        call(staff, 'POST /api/v1/moratoriums', { body: { ...body.payload, stopDate }, now: new Date(now) }),
      getRejections: () =>
        db
          .selectFrom('moratorium_rejections')
          .select(['action', 'policy_id', 'requested_by_name'])
          .where('moratorium_event_id', '=', body.payload.id)
          .execute(),
    }
  }
  async function aPending(countyFips: string, ReasonCode: string) {
    const policy = await insertPolicy(db, { columns: { inception_date: '2026-05-15', county_fips: countyFips } })
    await insertPayment(db, { policyId: policy.policy_id, amountCents: policy.totalCents, now: defaultTestTime })
    const body = { PolicyNumber: policy.policy_no, ReasonCode, NoteInfo: { Note: 'Asked.' } }
    expect((await call(staff, 'POST /api/v1/policies/cancelPolicy', { body })).status).toBe(200)
    return policy
  }
  const finalizeAt = (policyNo: string, now: string) =>
    call(colleague, 'POST /api/v1/policies/FinalizeCancelPolicy', {
      body: { PolicyNumber: policyNo },
      now: new Date(now),
    })
  const reviewAt = (policyNo: string, now: string) =>
    reviewCancellation(createTestContext(db, { kind: 'job', name: 'review' }, { now: new Date(now) }), policyNo)
  const looksAgainAt = async (key: string) => {
    const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs where key = ${key}`.execute(db)
    return rows.map((row) => row.run_at.toISOString())
  }

  it('blocks staff from finalizing the cancellation and pauses the automatic review', async () => {
    const { policy_no, policy_id } = await aPending('12071', '23')
    const order = await anOrder('12071')
    const rejected = await finalizeAt(policy_no, '2026-11-22T15:00:00Z')
    expect([rejected.status, rejected.body.message]).toEqual([
      422,
      'Cancellation is stopped in Lee County by "Order 26-09".',
    ])
    expect(await order.getRejections()).toEqual([{ action: 'cancellation', policy_id, requested_by_name: 'Sam Staff' }])
    const heldAt = async (now: string) =>
      (await readCancellation(createTestContext(db, staff, { now: new Date(now) }), policy_no)).holdReason
    expect(await heldAt('2026-11-20T15:00:00Z')).toBeNull()
    expect(await heldAt('2026-11-22T15:00:00Z')).toBe(rejected.body.message)

    for (const hour of ['15', '16', '16']) await reviewAt(policy_no, `2026-11-22T${hour}:00:00Z`)
    expect((await getState(policy_no)).state).toBe('pending')
    expect(await looksAgainAt(`review-cancellation:${policy_no}`)).toEqual(['2026-11-22T17:00:00.000Z'])
    expect([await getMails(policy_id), await order.getRejections()]).toEqual([[], [expect.anything()]])

    await order.endsOn('2026-12-01', '2026-12-03T15:00:00Z')
    expect(await heldAt('2026-12-03T15:30:00Z')).toBeNull()
    await reviewAt(policy_no, '2026-12-03T16:00:00Z')
    // The cancellation counts as received on the first unrestricted date. Coverage before that date stays.
    expect(await getState(policy_no)).toMatchObject({ state: 'cancelled', effectiveDate: '2026-12-02' })
    expect(await getMails(policy_id)).toHaveLength(1)
  })

  it('does not block a cancellation requested by the insured in writing', async () => {
    const [signed, onPaper] = [await aPending('12015', '33'), await aPending('12015', '33')]
    await anOrder('12015')
    const now = '2026-11-23T15:00:00Z'
    for (const { policy_no } of [signed, onPaper]) expect((await finalizeAt(policy_no, now)).status).toBe(422)
    await db
      .updateTable('policy_doc_signatures')
      .set({ signed_at: new Date(now), signed_by_name: 'Marina Sample' })
      .where('policy_id', '=', signed.policy_id)
      .where('party', '=', 2)
      .execute()
    const paper = { policy_id: onPaper.policy_id, doc_type_id: 8, doc_name: 'Letter', created_at: new Date(now) }
    await db.insertInto('policy_docs').values(paper).execute()
    for (const { policy_no } of [signed, onPaper]) {
      expect(
        (await readCancellation(createTestContext(db, staff, { now: new Date(now) }), policy_no)).holdReason,
      ).toBeNull()
      expect((await finalizeAt(policy_no, now)).status).toBe(200)
      expect(await getState(policy_no)).toMatchObject({ state: 'cancelled', effectiveDate: '2026-11-20' })
    }
  })

  it('postpones an accepted cancellation until the moratorium ends, then notifies the insured once', async () => {
    const { policy_no, policy_id } = await aSoldHome({ county_fips: '12021' })
    expect((await finalize(policy_no)).status).toBe(200)
    const order = await anOrder('12021', '2026-12-10')
    await endOn(policy_no, '2026-12-15T15:00:00Z')
    expect((await getState(policy_no)).state).toBe('pending')
    expect(await looksAgainAt(`end-cover:${policy_no}`)).toEqual(['2026-12-15T16:00:00.000Z'])
    await order.endsOn('2026-12-20', '2026-12-21T15:00:00Z')
    await endOn(policy_no, '2026-12-21T16:00:00Z')
    expect(await getState(policy_no)).toMatchObject({ state: 'cancelled', effectiveDate: '2026-12-15' })
    expect(await getMails(policy_id)).toHaveLength(2)
  })
})
