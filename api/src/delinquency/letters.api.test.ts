import { beforeEach, describe, expect, it } from 'vitest'
import { createAreaApp, createStaffActor, createTestContext, defaultTestTime } from '../testing/area-app.ts'
import { insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { delinquencyHandlers } from './routes.ts'
import { runDelinquency } from './run-delinquency.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, delinquencyHandlers)
const staff = createStaffActor('internal')
const now = defaultTestTime
await db
  .insertInto('delinquency_plans')
  .values({ version: 2, state: 'active', activated_at: new Date('2026-09-01T12:00:00Z') })
  .execute()

let policy: Awaited<ReturnType<typeof insertPolicy>>
let letterId: string
/**
 * Creates a notice of cancellation on November 20. The printed date is December 6, after 10 notice days and 5 days for
 * printing.
 */
beforeEach(async () => {
  policy = await insertPolicy(db, { columns: { inception_date: '2026-10-01' } })
  const { obligation_id } = await db
    .selectFrom('obligations')
    .select('obligation_id')
    .where('policy_id', '=', policy.policy_id)
    .executeTakeFirstOrThrow()
  const step = { obligation_id, step: 'pastDueNotice', due_date: '2026-10-01', outcome: 'done' } as const
  await db
    .insertInto('delinquency_steps')
    .values({ ...step, taken_on: '2026-10-06' })
    .execute()
  await runDelinquency(createTestContext(db, { kind: 'job', name: 'delinquency' }))
  letterId = (await getLetters())[0]?.postal_notice_id ?? ''
})
const getLetters = () =>
  db.selectFrom('postal_notices').selectAll().where('policy_id', '=', policy.policy_id).orderBy('state').execute()
const getNotice = () =>
  db.selectFrom('cancellation_notices').selectAll().where('policy_id', '=', policy.policy_id).executeTakeFirstOrThrow()
const recordMailing = (mailedOn: string, id = letterId) =>
  call(staff, `POST /api/v1/delinquency/letters/${id}/mailed`, { body: { mailedOn } })
const reprint = () => call(staff, `POST /api/v1/delinquency/letters/${letterId}/reprint`)
const markUndeliverable = () => call(staff, `POST /api/v1/delinquency/letters/${letterId}/undeliverable`)

describe('POST /delinquency/letters/{letterId}/mailed', () => {
  it('records the mailing date (DEL-7)', async () => {
    const { status, body } = await recordMailing('2026-11-20')
    expect([status, body.payload]).toEqual([
      200,
      {
        ...{ id: letterId, policyNo: policy.policy_no, kind: 'cancellationNotice', state: 'mailed' },
        ...{ recipientName: 'Marina Sample', recipientAddress: expect.stringContaining('Tampa') },
        ...{ printedDate: '2026-12-06', mailedOn: '2026-11-20', createdAt: now.toISOString(), exportNo: null },
        noticeId: expect.any(String),
      },
    ])
  })

  it('publishes one event for the mailing of a letter', async () => {
    await recordMailing('2026-11-20')
    await recordMailing('2026-11-20')
    const events = db.selectFrom('events').select('data').where('type', '=', 'letter.mailed')
    expect(await events.where('policy_id', '=', policy.policy_id).execute()).toEqual([
      { data: { policyNo: policy.policy_no, letterId, kind: 'cancellationNotice', mailedOn: '2026-11-20' } },
    ])
  })

  it('rejects a second mailing of the same letter', async () => {
    await recordMailing('2026-11-20')
    expect((await recordMailing('2026-11-20')).body).toMatchObject({
      statusCode: 409,
      errors: [{ code: 'letter_not_printed' }],
    })
  })

  it.each(['2026-11-19', '2026-11-21'])('rejects the invalid mailing date %s', async (mailedOn) => {
    expect((await recordMailing(mailedOn)).body).toMatchObject({
      statusCode: 422,
      errors: [{ code: 'mailing_date_invalid' }],
    })
  })

  it('rejects a mailing date that is too late for the printed cancellation date (DEL-12)', async () => {
    await db
      .updateTable('postal_notices')
      .set({ printed_date: '2026-11-30' })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    const late = await recordMailing('2026-11-20')
    expect(late.body).toMatchObject({ statusCode: 422, errors: [{ code: 'mailed_too_late' }] })
    expect(late.body.message).toContain('12/01/2026 at the earliest, but the letter prints 11/30/2026')
    const [printed] = (await reprint()).body.payload
    expect(printed).toMatchObject({ state: 'queued', printedDate: '2026-12-06' })
    expect((await recordMailing('2026-11-20', printed.id)).status).toBe(200)
  })

  it('rejects a letter of a notice that is no longer open', async () => {
    await db
      .updateTable('cancellation_notices')
      .set({ state: 'rescinded', closed_at: now })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    expect((await recordMailing('2026-11-20')).body).toMatchObject({
      statusCode: 409,
      errors: [{ code: 'notice_closed' }],
    })
    expect((await reprint()).body).toMatchObject({ statusCode: 409, errors: [{ code: 'notice_closed' }] })
  })

  it('returns 404 for an unknown letter', async () => {
    expect((await recordMailing('2026-11-20', '00000088-0000-4000-8001-000000000009')).status).toBe(404)
  })
})

describe('POST /delinquency/letters/{letterId}/reprint', () => {
  it('replaces all letters of the notice, even mailed letters, so that all print the same date', async () => {
    await recordMailing('2026-11-20')
    expect((await reprint()).body.payload).toHaveLength(1)
    expect((await getLetters()).map(({ state }) => state)).toEqual(['queued', 'replaced'])
    expect(await getNotice()).toMatchObject({ state: 'open', effective_date: '2026-12-06' })
  })
})

describe('POST /delinquency/letters/{letterId}/undeliverable', () => {
  it('marks a letter as undeliverable and keeps its mailing date (DEL-18)', async () => {
    expect((await markUndeliverable()).body).toMatchObject({ statusCode: 409, errors: [{ code: 'letter_not_mailed' }] })
    await recordMailing('2026-11-20')
    expect((await markUndeliverable()).body.payload).toMatchObject({ state: 'undeliverable', mailedOn: '2026-11-20' })
  })
})

describe('POST /policies/{policyNo}/release-claim-hold', () => {
  const release = () =>
    call(staff, `POST /api/v1/policies/${policy.policy_no}/release-claim-hold`, { body: { reason: 'Small claim.' } })

  it('releases the hold caused by the open claims (DEL-5)', async () => {
    expect((await release()).body).toMatchObject({ statusCode: 409, errors: [{ code: 'no_open_claim' }] })
    const claim = { claim_number: 'CLM-2026-77', notice_date: '2026-11-02', date_of_loss: '2026-11-01' }
    await db
      .insertInto('claims')
      .values({ ...claim, policy_id: policy.policy_id, created_at: new Date('2026-11-02') })
      .execute()
    const { body } = await release()
    expect(body.payload).toMatchObject({ policyNo: policy.policy_no, releasedAt: now.toISOString() })
    expect((await release()).status).toBe(200)
  })
})
