import { describe, expect, it } from 'vitest'
import { insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'

const { db } = await createTestDatabase()
const { policy_id } = await insertPolicy(db)
const { obligation_id } = await db
  .selectFrom('obligations')
  .select('obligation_id')
  .where('policy_id', '=', policy_id)
  .executeTakeFirstOrThrow()

describe('delinquency_steps table', () => {
  const step = { obligation_id, step: 'invoice', outcome: 'done', taken_on: '2026-11-25' } as const
  const insert = (due_date: string) =>
    db
      .insertInto('delinquency_steps')
      .values({ ...step, due_date })
      .execute()

  it('stores each step once per due date, and again if a returned payment moves the due date (DEL-2)', async () => {
    await insert('2026-12-15')
    await expect(insert('2026-12-15')).rejects.toMatchObject({ code: '23505' })
    await insert('2026-12-28')
  })
})

describe('cancellation_notices table', () => {
  const notice = { policy_id, reason: 'pastDue', is_flat: false, amount_cents: 100, notice_days: 10 } as const
  const insert = (more: object = {}) =>
    db
      .insertInto('cancellation_notices')
      .values({ ...notice, effective_date: '2027-02-01', ...more })
      .execute()

  it('allows at most one open notice for each policy', async () => {
    await insert({ state: 'rescinded', closed_at: new Date() })
    await insert()
    await expect(insert()).rejects.toMatchObject({ code: '23505' })
  })

  it.each([
    ['a hold without a reason', { state: 'onHold' }],
    ['a reason without a hold', { hold_reason: 'claim' }],
    ['a rescinded notice without a closing time', { state: 'rescinded' }],
  ])('rejects %s', async (_title, more) => {
    await expect(insert(more)).rejects.toMatchObject({ code: '23514' })
  })
})

describe('postal_notices table', () => {
  const letter = { policy_id, kind: 'cancellationNotice', recipient: 'insured', letter: '{}' } as const
  const to = { recipient_name: 'Marina Sample', recipient_address: '1200 Bayshore Demo Blvd' }
  it.each([
    ['a mailed letter without a mailing date (DEL-7)', { state: 'mailed' as const }],
    ['a queued letter with a mailing date', { mailed_on: '2026-12-01' }],
  ])('rejects %s', async (_title, more) => {
    const inserted = db.insertInto('postal_notices').values({ ...letter, ...to, ...more })
    await expect(inserted.execute()).rejects.toMatchObject({ code: '23514' })
  })
})
