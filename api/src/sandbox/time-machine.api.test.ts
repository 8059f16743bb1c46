import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { addDays } from '../calendar/days.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { enqueueJob, enqueueJobs } from '../outbox/enqueue-job.ts'
import { createService, prepareDatabase } from '../service.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount, insertAgency, insertPayment, insertPolicy } from '../testing/builders.ts'

const api = await createTestApi({ TIDELINE_SANDBOX: 'yes' })
const { db, call, tokenFor } = api
const agency = await insertAgency(db)
const agent = await insertAccount(db, { agency_id: agency.agency_id })
const superuser = await insertAccount(db, { roles: ['internal', 'superuser'] as never })
const token = await tokenFor({ accountId: superuser.account_id })
const clock = '/api/v1/sandbox/clock'

const readClock = async (as = token) => (await (await call('GET', clock, { token: as })).json()).payload
const advance = (body: object, as = token) => call('POST', `${clock}/advance`, { token: as, body })
const pass = async (days: number) => {
  const response = await advance({ days })
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()).payload
}
const today = async () => (await readClock()).now.slice(0, 10)
const policyRow = (policyNo: string) =>
  db.selectFrom('policies').selectAll().where('policy_no', '=', policyNo).executeTakeFirstOrThrow()

describe('sandbox clock', () => {
  it('advances by the requested time for every process and the database', async () => {
    const before = await readClock()
    const elsewhere = await createService(api.config, pino({ level: 'silent' }), '', { database: api.database })
    const after = await pass(3)
    expect(after.aheadSeconds - before.aheadSeconds).toBe(3 * 86_400)
    const there = await elsewhere.app.request(clock, { headers: { Authorization: `Bearer ${token}` } })
    expect(await there.json()).toMatchObject({ payload: { aheadSeconds: after.aheadSeconds } })
    const { rows } = await sql<{ day: string }>`select acting_at()::date as day`.execute(db)
    expect(rows).toEqual([{ day: after.now.slice(0, 10) }])
    await elsewhere.close()
  })

  it('cannot be set to an earlier time', async () => {
    for (const body of [{ days: -1 }, { hours: -1 }, { days: 367 }]) expect((await advance(body)).status).toBe(400)
    await expect(db.updateTable('sandbox_clock').set({ offset_ms: 0 }).execute()).rejects.toThrow('never goes back')
  })

  it('returns 409 while another request is advancing the clock', async () => {
    const statuses = (await Promise.all([advance({ days: 1 }), advance({ days: 1 })])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
  })

  it('can be advanced only by superusers and by API keys with the sandbox scope', async () => {
    const inAYear = { expiresAt: new Date(Date.now() + 300 * 86_400_000).toISOString() }
    const keyWith = async (...scopes: string[]) => {
      const body = { name: 'Robot', accountId: agent.account_id, scopes, ...inAYear }
      return (await (await call('POST', '/api/admin/apiKeys', { token, body })).json()).secret
    }
    const internal = await insertAccount(db, { roles: ['internal'] })
    const others = [await tokenFor({ accountId: agent.account_id }), await tokenFor({ accountId: internal.account_id })]
    for (const other of others) {
      expect((await advance({ hours: 1 }, other)).status).toBe(403)
      expect((await readClock(other)).aheadSeconds).toBeGreaterThanOrEqual(0)
    }
    expect((await advance({ hours: 1 }, await keyWith('policies:read'))).status).toBe(403)
    expect((await advance({ hours: 1 }, await keyWith('sandbox:write'))).status).toBe(200)
    expect((await advance({ hours: 1 }, '')).status).toBe(401)
  })
})

describe('jobs after the clock advances', () => {
  it('end coverage on the cancellation date and no earlier', async () => {
    const insured = await insertPolicy(db, {
      columns: { agency_id: agency.agency_id, agency_no: agency.agency_no, inception_date: await today() },
    })
    const ends = addDays(await today(), 10)
    const input = {
      ...{ PolicyNumber: insured.policy_no, ReasonCode: '01', EffectiveDate: ends, SuppressNotification: true },
      NoteInfo: { Note: 'Closing is in ten days.' },
    }
    expect((await call('POST', '/api/v1/policies/cancelPolicy', { token, body: input })).status).toBe(200)
    const body = { PolicyNumber: insured.policy_no }
    expect((await call('POST', '/api/v1/policies/FinalizeCancelPolicy', { token, body })).status).toBe(200)
    await pass(8)
    expect(await policyRow(insured.policy_no)).toMatchObject({ cancelled_at: null })
    expect((await pass(4)).jobs).toContainEqual(expect.objectContaining({ job: 'end-cover', failures: 0 }))
    const { cancelled_at: at } = await policyRow(insured.policy_no)
    // The date in Tampa starts at 05:00 UTC. In summer, it starts at 04:00 UTC.
    expect([4, 5, 6].map((hour) => `${ends}T0${hour}`)).toContain(at?.toISOString().slice(0, 13))
  })

  it('renew terms on their renewal date if automatic renewals are on', async () => {
    await db.insertInto('settings').values({ key: 'renewals.automatic', value: 'true' }).execute()
    const term = await insertPolicy(db, { columns: { inception_date: addDays(await today(), -300) } })
    await insertPayment(db, { policyId: term.policy_id, amountCents: term.totalCents, now: new Date() })
    await pass(10)
    expect(await policyRow(term.policy_no)).toMatchObject({ next_policy_id: null })
    await pass(21)
    const { next_policy_id: next, expiration_date: expires } = await policyRow(term.policy_no)
    const renewal = await db.selectFrom('policies').selectAll().where('policy_id', '=', next).executeTakeFirstOrThrow()
    expect(renewal).toMatchObject({ original_trans_type: 'RN', inception_date: expires })
    expect(renewal.created_at.toISOString().slice(0, 10)).toBe(addDays(expires, -45))
  })

  it('run at their scheduled time, even if queued after an earlier clock advance', async () => {
    const { now } = await readClock()
    const runAt = new Date(Date.parse(now) + 3_600_000)
    await runInTransaction({ db }, (ctx) =>
      enqueueJob(ctx.db, 'mail-password-reset', { email: 'nobody@example.com' }, { runAt }),
    )
    const waits = async () =>
      (await sql`select from graphile_worker.jobs where task_identifier = 'mail-password-reset'`.execute(db)).rows
        .length
    await advance({ days: 0 })
    expect(await waits()).toBe(1)
    expect((await (await advance({ hours: 2 })).json()).payload.jobs).toContainEqual({
      ...{ job: 'mail-password-reset', runs: 1, failures: 0 },
    })
    expect(await waits()).toBe(0)
  })

  it('send each of many emails once', async () => {
    const countSent = async () => {
      const rows = await db
        .selectFrom('email_messages')
        .select(['status', 'attempts'])
        .where('template', '=', 'password-reset')
        .execute()
      expect(new Set(rows.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(new Set(['sent 1']))
      return rows.length
    }
    await runInTransaction({ db }, (ctx) =>
      enqueueJobs(
        ctx.db,
        'mail-password-reset',
        Array.from({ length: 20 }, () => ({ payload: { email: superuser.email } })),
      ),
    )
    const { jobs } = await pass(0)
    expect(await countSent()).toBe(20)
    expect(jobs).toEqual([
      { job: 'mail-password-reset', runs: 20, failures: 0 },
      { job: 'send-mail', runs: 20, failures: 0 },
    ])
  })

  it('run every day at noon, even if another job is running at noon', async () => {
    const day = 86_400_000
    const now = Date.parse((await readClock()).now)
    const runAt = new Date(now + day - ((now + day / 2) % day) - 150)
    await sql`create function sleep() returns trigger language plpgsql as $$ begin perform pg_sleep(0.4); return new; end $$`.execute(
      db,
    )
    await sql`create trigger sleep before insert on link_tokens for each row execute function sleep()`.execute(db)
    await runInTransaction({ db }, (ctx) =>
      enqueueJob(ctx.db, 'mail-password-reset', { email: superuser.email }, { runAt }),
    )
    const { jobs } = await pass(1)
    await sql`drop trigger sleep on link_tokens`.execute(db)
    expect(jobs).toContainEqual({ job: 'mail-password-reset', runs: 1, failures: 0 })
    expect(jobs).toContainEqual({ job: 'sweep-terms', runs: 2, failures: 0 })
  })

  it('do not end user sessions after a clock advance of one month', async () => {
    const session = await tokenFor({ accountId: agent.account_id })
    const ends = async () => {
      const { rows } = await sql<{ at: Date }>`
        select max(expires_at) as at from sessions where account_id = ${agent.account_id}`.execute(db)
      return rows[0]?.at.getTime() ?? 0
    }
    const before = await ends()
    await pass(31)
    expect((await call('GET', clock, { token: session })).status).toBe(200)
    expect((await ends()) - before).toBe(31 * 86_400_000)
  })
})

describe('server outside the sandbox', () => {
  it('returns 404 for any request to read or advance the clock', async () => {
    const ordinary = await createService({ ...api.config, TIDELINE_SANDBOX: false }, pino({ level: 'silent' }), '', {
      database: api.database,
    })
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const responses = [
      await ordinary.app.request(clock, { headers }),
      await ordinary.app.request(`${clock}/advance`, { method: 'POST', headers, body: '{"days":1}' }),
    ]
    for (const response of responses) {
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ errors: [{ code: 'no_sandbox' }] })
    }
    await ordinary.close()
  })

  it('fails to start on a database whose clock was advanced', async () => {
    const options = api.database.pool.options as { connectionString?: string }
    const config = { ...api.config, TIDELINE_SANDBOX: false, DATABASE_URL: options.connectionString ?? '' }
    await expect(prepareDatabase(config)).rejects.toThrow(
      /^TIDELINE_SANDBOX: the clock of this database was advanced by \d+ days/,
    )
  })
})
