import type { AdminNoticePeriodCreate } from '@tideline/sdk/types'
import { beforeEach, describe, expect, it } from 'vitest'
import { createAreaApp, createStaffActor, createTestContext } from '../testing/area-app.ts'
import { insertAccount } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { applyNoticePeriod } from './notice-periods.ts'
import { delinquencyHandlers } from './routes.ts'

const { db } = await createTestDatabase()
const call = createAreaApp(db, delinquencyHandlers)
const { account_id: accountId } = await insertAccount(db, { roles: ['internal', 'superuser'] })
await insertAccount(db, { roles: ['internal', 'superuser'] })
const superuser = { ...createStaffActor('superuser'), accountId }
const path = '/api/admin/noticePeriods'
const newYork: AdminNoticePeriodCreate = {
  ...{ state: 'NY', productId: null, reason: 'pastDue', noticeDays: 15, isFlatAllowed: false },
  source: 'New York: 15 days for nonpayment',
}

beforeEach(async () => {
  await db.deleteFrom('approvals').execute()
  await db.deleteFrom('notice_periods').where('state', '=', 'NY').execute()
})
const create = (changed: object = {}) => call(superuser, `POST ${path}`, { body: { ...newYork, ...changed } })
const update = (id: string, changed: object = {}) => {
  const { noticeDays, isFlatAllowed, source } = newYork
  return call(superuser, `PUT ${path}/${id}`, { body: { noticeDays, isFlatAllowed, source, ...changed } })
}
const getApprovals = () => db.selectFrom('approvals').selectAll().execute()
const pending = { statusCode: 409, errors: [{ code: 'approval_pending' }] }

describe('notice periods', () => {
  it('are listed by state and reason with their source', async () => {
    const { body } = await call(superuser, `GET ${path}?filter=${JSON.stringify({ state: 'FL', reason: 'pastDue' })}`)
    expect(body).toMatchObject([{ productId: null, noticeDays: 10, source: 'Florida: 10 days for nonpayment' }])
    expect((await call(superuser, `GET ${path}/${body[0].id}`)).body).toEqual(body[0])
    expect((await call(superuser, `GET ${path}/00000089-0000-4000-8001-000000000099`)).status).toBe(404)
  })

  it('are created and extended without approval, with audit entries (DEL-17)', async () => {
    const created = await create()
    expect(created).toMatchObject({ status: 201, body: { ...newYork, updatedBy: 'Sam Staff' } })
    expect((await create()).body).toMatchObject({ statusCode: 409, errors: [{ code: 'already_exists' }] })
    expect((await update(created.body.id, { noticeDays: 16 })).body).toMatchObject({ noticeDays: 16 })
    expect(await getApprovals()).toEqual([])
    const entries = db.selectFrom('audit_log').select(['action', 'entity_id']).where('entity', '=', 'noticePeriod')
    expect(await entries.orderBy('audit_id').execute()).toEqual([
      { action: 'noticePeriod.create', entity_id: 'NY, past due' },
      { action: 'noticePeriod.update', entity_id: 'NY, past due' },
    ])
  })

  it.each([{ noticeDays: 14 }, { isFlatAllowed: true }])(
    'require approval by a second person if a change is less favorable to the policyholder: %j (DEL-17)',
    async (changed) => {
      const { id } = (await create()).body
      expect((await update(id, changed)).body).toMatchObject(pending)
      expect((await call(superuser, `GET ${path}/${id}`)).body).toMatchObject(newYork)
      const [approval] = await getApprovals()
      expect(approval).toMatchObject({ kind: 'noticePeriod', entity_id: 'NY, past due', required_role: 'superuser' })
      const before = { id, ...newYork }
      const apply = () =>
        db.transaction().execute((trx) =>
          applyNoticePeriod({ ...createTestContext(db, superuser), db: trx }, 'NY, past due', {
            ...{ before, after: { ...before, ...changed } },
          }),
        )
      await apply()
      expect((await call(superuser, `GET ${path}/${id}`)).body).toMatchObject(changed)
      await expect(apply()).rejects.toMatchObject({ code: 'concurrent_change' })
    },
  )

  it('require approval if they are shorter than the all-products period or the default (DEL-17)', async () => {
    expect((await create({ noticeDays: 9 })).body).toMatchObject(pending)
    expect((await create()).status).toBe(201)
    await db.deleteFrom('approvals').execute()
    expect((await create({ productId: 2, noticeDays: 14 })).body).toMatchObject(pending)
    await db.deleteFrom('approvals').execute()
    expect((await create({ productId: 2, noticeDays: 15 })).status).toBe(201)
  })

  it('can be removed without approval only if the fallback period is at least as long (DEL-17)', async () => {
    const { id } = (await create()).body
    expect((await call(superuser, `DELETE ${path}/${id}`)).body).toMatchObject(pending)
    await db.deleteFrom('approvals').execute()
    const { id: other } = (await create({ reason: 'notTaken', noticeDays: 10 })).body
    expect((await call(superuser, `DELETE ${path}/${other}`)).status).toBe(200)
    expect((await call(superuser, `GET ${path}/${other}`)).status).toBe(404)
  })
})
