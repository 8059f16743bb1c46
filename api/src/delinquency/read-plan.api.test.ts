import { afterEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { getNoticePeriod } from './decide-steps.ts'
import { readDelinquencyPlans, readNoticePeriods } from './read-plan.ts'

const { db } = await createTestDatabase()
afterEach(async () => {
  await db.deleteFrom('delinquency_plans').where('version', '>', 1).execute()
})

describe('readDelinquencyPlans', () => {
  it('returns a draft with the default days in a new installation (DEL-1)', async () => {
    expect(await readDelinquencyPlans(db)).toEqual([
      {
        ...{
          version: 1,
          state: 'draft',
          productId: null,
          otherProductIds: [],
          agencySteps: ['pastDueNotice', 'cancellationNotice'],
          activatedOn: undefined,
        },
        ...{ invoiceDaysBefore: 20, renewalInvoiceDaysBefore: 45, reminderDaysBefore: 7, pastDueNoticeDaysAfter: 5 },
        ...{ termCancellationDaysAfter: 30, otherCancellationDaysAfter: 10, defaultNoticeDays: 10 },
        ...{ minEndorsementCents: 0, isPaused: false, resumedAt: null, dailyNoticeCap: 500, printDays: 5 },
      },
    ])
  })

  it('keeps the date of the first activation when a version replaces another (DEL-3)', async () => {
    await db
      .insertInto('delinquency_plans')
      .values([
        { version: 2, state: 'replaced', activated_at: new Date('2026-03-01T12:00:00Z') },
        { version: 3, state: 'active', activated_at: new Date('2026-05-01T12:00:00Z') },
      ])
      .execute()
    const plans = await readDelinquencyPlans(db)
    expect(plans.map(({ version, activatedOn }) => [version, activatedOn])).toEqual([
      [3, '2026-03-01'],
      [2, '2026-03-01'],
      [1, '2026-03-01'],
    ])
  })
})

describe('date of the first activation', () => {
  it('is the date in Eastern time, not in UTC (DEL-3)', async () => {
    await db
      .insertInto('delinquency_plans')
      .values({ version: 2, state: 'active', activated_at: new Date('2026-03-02T02:00:00Z') })
      .execute()
    expect((await readDelinquencyPlans(db)).map(({ activatedOn }) => activatedOn)).toEqual(['2026-03-01', '2026-03-01'])
  })
})

describe('delinquency_plans table', () => {
  const now = new Date()
  it.each([
    ['an active plan without an activation date', { state: 'active' as const }],
    ['a draft with an activation date', { activated_at: now }],
    ['a notice of cancellation before the past-due notice', { other_cancellation_days_after: 5 }],
    ['a reminder before the invoice', { reminder_days_before: 21 }],
    ['fewer than 10 default notice days', { default_notice_days: 9 }],
  ])('rejects %s', async (_title, values) => {
    const inserted = db.insertInto('delinquency_plans').values({ version: 2, ...values })
    await expect(inserted.execute()).rejects.toMatchObject({ code: '23514' })
  })

  it('allows at most one active version', async () => {
    const active = { state: 'active' as const, activated_at: now }
    const inserted = db.insertInto('delinquency_plans').values([
      { version: 2, ...active },
      { version: 3, ...active },
    ])
    await expect(inserted.execute()).rejects.toMatchObject({ code: '23505' })
  })
})

describe('readNoticePeriods', () => {
  it('returns the notice days by state and product, and the default for other states (DEL-7)', async () => {
    const periods = await readNoticePeriods(db)
    expect([...new Set(periods.map(({ state }) => state))]).toEqual(['CA', 'FL'])
    const find = (state: string, productId: number) =>
      getNoticePeriod(periods, { state, productId, reason: 'pastDue' }, 12)
    expect(find('CA', 1)).toMatchObject({ noticeDays: 10, isFlatAllowed: false })
    expect(find('CA', 2)).toEqual({ noticeDays: 12, isFlatAllowed: false })
    expect(find('FL', 2).noticeDays).toBe(10)
    expect(find('NJ', 1).noticeDays).toBe(12)
  })
})
