import { beforeEach, describe, expect, it } from 'vitest'
import { createAreaApp, createStaffActor, createTestContext, defaultTestTime } from '../testing/area-app.ts'
import { insertAccount, insertPolicy } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { applyPlanActivation } from './activate-plan.ts'
import { readDelinquencyPlans } from './read-plan.ts'
import { delinquencyHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, delinquencyHandlers)
const { account_id: accountId } = await insertAccount(db, { roles: ['internal', 'superuser'] })
const superuser = { ...createStaffActor('superuser'), accountId }
const post = (path: string) => call(superuser, `POST /api/v1/delinquency/${path}`)
const getPlans = async () => (await readDelinquencyPlans(db)).map(({ version, state }) => `${version} ${state}`)
const apply = (version: number) =>
  db
    .transaction()
    .execute((trx) => applyPlanActivation({ ...createTestContext(db, superuser), db: trx }, String(version)))

beforeEach(async () => {
  await db.deleteFrom('approvals').execute()
  await db.deleteFrom('delinquency_plans').execute()
  await db
    .insertInto('delinquency_plans')
    .values([{ version: 1 }, { version: 2 }])
    .execute()
})

describe('POST /delinquency/plans/{version}/activate', () => {
  it('activates a draft immediately if no one else can approve it, and replaces the active version', async () => {
    expect((await post('plans/1/activate')).body.payload).toEqual({ version: 1, state: 'active', isPaused: false })
    await post('pause')
    expect((await post('plans/2/activate')).body.payload).toEqual({ version: 2, state: 'active', isPaused: true })
    expect(await getPlans()).toEqual(['2 active', '1 replaced'])
    expect((await post('plans/1/activate')).body).toMatchObject({ errors: [{ code: 'plan_not_draft' }] })
    expect((await post('plans/9/activate')).status).toBe(404)
  })

  it('requires approval by a second person, who sees the result of the dry run (DEL-11)', async () => {
    const other = await insertAccount(db, { roles: ['internal', 'superuser'] })
    await insertPolicy(db, { columns: { inception_date: '2026-12-01' } })
    await db.updateTable('invoices').set({ created_at: defaultTestTime }).execute()
    expect((await post('plans/1/activate')).body).toMatchObject({ errors: [{ code: 'approval_pending' }] })
    expect(await getPlans()).toEqual(['2 draft', '1 draft'])
    const { kind, changes } = await db.selectFrom('approvals').selectAll().executeTakeFirstOrThrow()
    expect(kind).toBe('delinquencyPlan')
    expect(changes).toEqual(
      expect.arrayContaining([
        { field: 'version', before: '', after: '1' },
        { field: 'invoices', before: '', after: '1' },
        { field: 'cancellationNotices', before: '', after: '0' },
      ]),
    )
    await apply(1)
    expect(await getPlans()).toEqual(['2 draft', '1 active'])
    await expect(apply(1)).rejects.toMatchObject({ code: 'plan_not_draft' })
    await db.updateTable('accounts').set({ is_active: false }).where('account_id', '=', other.account_id).execute()
  })
})

describe('GET /delinquency/plans/{version}/dry-run', () => {
  it('counts the steps that are due today without starting them', async () => {
    const { body } = await call(superuser, 'GET /api/v1/delinquency/plans/1/dry-run')
    expect(body.payload).toMatchObject({ policies: 1, invoices: 1, pastDueNotices: 0, onHold: 0 })
    expect(await db.selectFrom('delinquency_steps').selectAll().execute()).toEqual([])
  })

  it('includes an amount that is due today in Eastern time although the date in UTC is later (DEL-3)', async () => {
    const policy = await insertPolicy(db, { columns: { inception_date: '2026-11-20' } })
    await db
      .updateTable('invoices')
      .set({ created_at: defaultTestTime })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    await db
      .updateTable('obligations')
      .set({ due_date: '2026-11-20' })
      .where('policy_id', '=', policy.policy_id)
      .execute()
    const count = async (now: Date) => {
      const { body } = await call(superuser, 'GET /api/v1/delinquency/plans/1/dry-run', { now })
      return body.payload.invoices + body.payload.reminders
    }
    // 9 p.m. on November 20 and on November 21 in Eastern time.
    const today = await count(new Date('2026-11-21T02:00:00Z'))
    expect(today - (await count(new Date('2026-11-22T02:00:00Z')))).toBe(1)
  })
})

describe('POST /delinquency/pause and /resume', () => {
  it('pauses and resumes the active plan', async () => {
    expect((await post('pause')).body).toMatchObject({ errors: [{ code: 'no_active_plan' }] })
    await post('plans/1/activate')
    expect((await post('pause')).body.payload.isPaused).toBe(true)
    expect((await post('pause')).status).toBe(200)
    expect((await post('resume')).body.payload.isPaused).toBe(false)
    expect((await readDelinquencyPlans(db))[1]?.resumedAt).toEqual(defaultTestTime)
  })
})
