import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { JournalEntry } from '../db/schema.ts'
import { createAreaApp, createStaffActor, defaultTestTime } from '../testing/area-app.ts'
import { insertPayment, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { delinquencyHandlers } from './routes.ts'
import { simulateDelinquencyPlan } from './simulateDelinquencyPlan.route.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, { ...delinquencyHandlers, simulateDelinquencyPlan })
const superuser = createStaffActor('superuser')
const plans = '/api/admin/delinquencyPlans'
const days = {
  ...{ productId: 4, agencySteps: ['cancellationNotice'] },
  ...{ invoiceDaysBefore: 21, renewalInvoiceDaysBefore: 46, reminderDaysBefore: 8, pastDueNoticeDaysAfter: 6 },
  ...{ termCancellationDaysAfter: 31, otherCancellationDaysAfter: 11, defaultNoticeDays: 12, printDays: 4 },
  ...{ dailyNoticeCap: 300, minEndorsementAmount: 25.5 },
}
const create = (changed: Partial<Record<keyof typeof days, unknown>> = {}) =>
  call(superuser, `POST ${plans}`, { body: { ...days, ...changed } })

describe('delinquency plan versions', () => {
  it('are created as drafts with the submitted values, and are listed newest first (DEL-13)', async () => {
    const draft = {
      ...{ id: '2', version: 2, state: 'draft', isPaused: false, ...days, activatedAt: null },
      ...{ createdAt: defaultTestTime.toISOString(), createdBy: 'Sam Staff' },
    }
    expect(await create()).toMatchObject({ status: 201, body: draft })
    expect((await call(superuser, `GET ${plans}/2`)).body).toEqual(draft)
    const { body, headers } = await call(superuser, `GET ${plans}`)
    expect(body.map(({ id, state, createdBy }: typeof draft) => [id, state, createdBy])).toEqual([
      ['2', 'draft', 'Sam Staff'],
      ['1', 'draft', null],
    ])
    expect(headers.get('content-range')).toBe('delinquencyPlans 0-1/2')
    const filter = (filter: object) => call(superuser, `GET ${plans}?filter=${JSON.stringify(filter)}`)
    expect((await filter({ state: 'active' })).body).toEqual([])
    expect((await filter({ id: ['1'] })).body).toHaveLength(1)
    const entry = db.selectFrom('audit_log').select('details').where('action', '=', 'delinquency.createPlan')
    expect(await entry.execute()).toEqual([{ details: days }])
  })

  it('are rejected if the steps would be out of order (DEL-13)', async () => {
    expect((await create({ reminderDaysBefore: 21 })).body).toMatchObject({
      statusCode: 422,
      message: 'Reminder must be less than the days of both invoices, so that the reminder follows the invoice.',
      errors: [{ code: 'plan_days_out_of_order', field: 'reminderDaysBefore' }],
    })
    expect((await create({ otherCancellationDaysAfter: 6 })).body).toMatchObject({
      message:
        'Notice of cancellation for other amounts must be more than the days of the past-due notice, which precedes it.',
    })
    expect(await db.selectFrom('delinquency_plans').select('version').execute()).toHaveLength(2)
  })

  it.each([
    [{ defaultNoticeDays: 9 }, 'Default notice days must be at least 10.'],
    [{ minEndorsementAmount: -1 }, 'Minimum endorsement balance must be at least 0.'],
    [{ printDays: 31 }, 'Days to print and mail must be at most 30.'],
  ])('are rejected with %j', async (changed, message) => {
    const { status, body } = await create(changed)
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
  })

  it('return 404 if the version does not exist', async () => {
    expect((await call(superuser, `GET ${plans}/99`)).status).toBe(404)
  })
})

describe('GET /delinquency/plans/{version}/simulation', () => {
  const simulate = async (query = '') =>
    (await call(superuser, `GET /api/v1/delinquency/plans/1/simulation${query}`)).body.payload

  /** Sets the posting date of all journal entries of the given kinds. */
  const movePostings = (kinds: readonly JournalEntry['kind'][], day: string) =>
    db.transaction().execute(async (trx) => {
      const at = new Date(`${day}T16:00:00Z`)
      await sql`alter table journal_entries disable trigger journal_entries_append_only`.execute(trx)
      await trx.updateTable('journal_entries').set({ occurred_at: at }).where('kind', 'in', kinds).execute()
      await sql`alter table journal_entries enable trigger journal_entries_append_only`.execute(trx)
    })

  it('returns how many steps the version would have started in the last 90 days (DEL-14)', async () => {
    await insertPolicy(db, { columns: { inception_date: '2026-09-15' } })
    const paid = await insertPolicy(db, { columns: { inception_date: '2026-09-15' } })
    await insertPayment(db, { policyId: paid.policy_id, amountCents: paid.totalCents, now: defaultTestTime })
    await db
      .updateTable('invoices')
      .set({ created_at: new Date('2026-08-01T16:00:00Z') })
      .execute()
    await movePostings(['invoice'], '2026-08-01')
    await movePostings(['paymentProcessing', 'paymentSettled'], '2026-10-20')
    expect(await simulate()).toEqual({
      ...{ from: '2026-08-22', to: '2026-11-20', policies: 2, invoices: 2, reminders: 2, pastDueNotices: 2 },
      ...{ cancellationNotices: 2, rescinded: 1, cancelled: 1 },
    })
    expect(await simulate('?days=30')).toMatchObject({ from: '2026-10-21', policies: 0 })
    expect(await db.selectFrom('delinquency_steps').selectAll().execute()).toEqual([])
  })

  it('returns 404 for an unknown version', async () => {
    expect((await call(superuser, 'GET /api/v1/delinquency/plans/99/simulation')).status).toBe(404)
  })
})
