import { describe, expect, it } from 'vitest'
import { getCounties } from '../demo-book/places.ts'
import { insertPayment, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { readDelinquencyBatches, readPolicyDelinquency } from './read-delinquency.ts'
import { readDelinquencyPlans } from './read-plan.ts'

const { db } = await createTestDatabase()
const now = new Date('2027-01-25T15:00:00Z')
const reader = { db, now, writeOffLimitCents: 500 }
const [plan] = await readDelinquencyPlans(db)
if (!plan) throw new Error('No plan')
const read = (policyId: string) => readPolicyDelinquency(reader, plan, policyId)

describe('readPolicyDelinquency', () => {
  it('returns the open obligations with their steps', async () => {
    const { policy_id, policy_no, totalCents } = await insertPolicy(db)
    const { obligations, ...policy } = await read(policy_id)
    expect(policy).toMatchObject({ policyNo: policy_no, state: 'FL', today: '2027-01-25', receivedCents: 0 })
    expect(policy.facts).toEqual({
      ...{ isInForce: true, processingCents: 0, isPaymentDisputed: false, hasOpenClaim: false },
      ...{ isClaimHoldReleased: false, isCancellationRestricted: false, hasOpenNotice: false, writeOffLimitCents: 500 },
    })
    const [obligation] = obligations
    expect(obligation).toMatchObject({
      ...{ obligationNo: 1, purpose: 'newBusiness', payer: 'policyholder', dueDate: '2026-12-15' },
      ...{ openCents: totalCents, done: {} },
    })
    const step = { step: 'invoice', outcome: 'done', taken_on: '2026-12-01' } as const
    await db
      .insertInto('delinquency_steps')
      .values(
        ['2026-12-14', '2026-12-15'].map((due_date, index) => ({
          ...{ ...step, due_date, obligation_id: obligation?.obligationId ?? '', taken_on: `2026-12-0${index + 1}` },
        })),
      )
      .execute()
    expect((await read(policy_id)).obligations[0]?.done).toEqual({ invoice: '2026-12-02' })
  })

  it('omits paid obligations and returns the amount received', async () => {
    const { policy_id, totalCents } = await insertPolicy(db)
    await insertPayment(db, { policyId: policy_id, amountCents: totalCents, now })
    expect(await read(policy_id)).toMatchObject({ obligations: [], receivedCents: totalCents })
  })

  it('reports the hold as released for an open claim, but not for a later claim (DEL-5)', async () => {
    const { policy_id } = await insertPolicy(db)
    const addClaim = (claim_number: string, created_at: Date) =>
      db
        .insertInto('claims')
        .values({ policy_id, claim_number, notice_date: '2027-01-02', date_of_loss: '2027-01-01', created_at })
        .execute()
    await addClaim('CLM-2027-1', new Date('2027-01-02T12:00:00Z'))
    expect((await read(policy_id)).facts).toMatchObject({ hasOpenClaim: true, isClaimHoldReleased: false })
    const released_at = new Date('2027-01-03T12:00:00Z')
    await db
      .insertInto('claim_hold_releases')
      .values({ policy_id, released_at, released_by_name: 'Robin', reason: 'Settled.' })
      .execute()
    expect((await read(policy_id)).facts.isClaimHoldReleased).toBe(true)
    await addClaim('CLM-2027-2', new Date('2027-01-04T12:00:00Z'))
    expect((await read(policy_id)).facts.isClaimHoldReleased).toBe(false)
  })

  it('returns whether a moratorium restricts cancellations in the county (DEL-5)', async () => {
    await db.insertInto('counties').values(getCounties()).execute()
    const { policy_id } = await insertPolicy(db, { columns: { county_fips: '12057' } })
    expect((await read(policy_id)).facts.isCancellationRestricted).toBe(false)
    const { moratorium_event_id } = await db
      .insertInto('moratorium_events')
      .values({
        kind: 'bind',
        name: 'Hurricane',
        actions: ['cancellation'],
        product_ids: [1],
        start_date: '2027-01-20',
      })
      .returning('moratorium_event_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('moratorium_locations')
      .values({ moratorium_event_id, county_fips: '12057', start_date: '2027-01-20' })
      .execute()
    expect((await read(policy_id)).facts.isCancellationRestricted).toBe(true)
    await db.updateTable('moratorium_events').set({ stop_date: '2027-01-24' }).execute()
    expect((await read(policy_id)).facts.isCancellationRestricted).toBe(false)
  })

  it('returns the notice date only after all letters are mailed (DEL-7), and treats a plan pause as a hold (DEL-9)', async () => {
    const { policy_id, totalCents } = await insertPolicy(db)
    const { obligations } = await read(policy_id)
    const { cancellation_notice_id } = await db
      .insertInto('cancellation_notices')
      .values({
        ...{ policy_id, reason: 'notTaken', is_flat: false, amount_cents: totalCents, notice_days: 10 },
        ...{ effective_date: '2027-02-01', created_at: new Date('2027-01-16T16:00:00Z') },
      })
      .returning('cancellation_notice_id')
      .executeTakeFirstOrThrow()
    const obligation_id = obligations[0]?.obligationId ?? ''
    await db
      .insertInto('cancellation_notice_obligations')
      .values({ cancellation_notice_id, obligation_id, demanded_cents: totalCents })
      .execute()
    expect((await read(policy_id)).notice).toMatchObject({
      ...{ noticeId: cancellation_notice_id, openCents: totalCents, printedDate: '2027-02-01' },
      ...{ effectiveDate: undefined, lastHeldOn: undefined },
    })
    const letter = { policy_id, cancellation_notice_id, kind: 'cancellationNotice', recipient: 'insured' } as const
    const to = { recipient_name: 'Marina Sample', recipient_address: 'Tampa', letter: '{}' }
    const mailed = { state: 'mailed', mailed_on: '2027-01-20' } as const
    await db
      .insertInto('postal_notices')
      .values([
        { ...letter, ...to },
        { ...letter, ...to, ...mailed },
      ])
      .execute()
    expect((await read(policy_id)).notice?.effectiveDate).toBeUndefined()
    await db.updateTable('postal_notices').set(mailed).where('policy_id', '=', policy_id).execute()
    expect((await read(policy_id)).notice?.effectiveDate).toBe('2027-02-01')
    const pausedUntil = async (day: string) =>
      (await readPolicyDelinquency(reader, { resumedAt: new Date(`${day}T12:00:00Z`) }, policy_id)).notice?.lastHeldOn
    expect(await pausedUntil('2027-02-01')).toBeUndefined()
    expect(await pausedUntil('2027-02-05')).toBe('2027-02-05')
  })
})

describe('readDelinquencyBatches', () => {
  it('returns all policies with open amounts in batches, in the order of their ids', async () => {
    const all: string[] = []
    for await (const batch of readDelinquencyBatches(reader, plan, 2))
      all.push(...batch.map(({ policyId }) => policyId))
    const open = await db.selectFrom('obligations').select('policy_id').where('open_cents', '>', 0).distinct().execute()
    expect(all).toEqual(open.map(({ policy_id }) => policy_id).toSorted())
    expect(all.length).toBeGreaterThan(2)
  })

  it('omits obligations whose steps are all in the future', async () => {
    const { policy_id } = await insertPolicy(db, { columns: { inception_date: '2027-09-01' } })
    const all: string[] = []
    for await (const batch of readDelinquencyBatches(reader, plan)) all.push(...batch.map(({ policyId }) => policyId))
    expect(all).not.toContain(policy_id)
  })
})
