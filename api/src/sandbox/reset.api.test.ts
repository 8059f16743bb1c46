import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import { createService } from '../service.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount } from '../testing/builders.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createDemoApi } from '../testing/demo-api.ts'
import { deleteSandboxData } from './delete-sandbox-data.ts'

const reset = '/api/v1/sandbox/reset'

/** Returns all rows of each table as text. */
async function readTables(db: Kysely<DB>): Promise<Record<string, string[]>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    order by 1`.execute(db)
  const tables: Record<string, string[]> = {}
  for (const { name } of rows) {
    const { rows: found } = await sql<{ text: string }>`
      select t::text as text from ${sql.table(name)} t order by 1`.execute(db)
    tables[name] = found.map(({ text }) => text)
  }
  return tables
}

/** Returns the number of rows of each table, of the queued jobs and of the simulator, and the position of each sequence. */
async function countRows(db: Kysely<DB>): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; count: number }>`
    select n.nspname || '.' || c.relname as name,
      (xpath('//c/text()', query_to_xml(format('select count(*) as c from %I.%I', n.nspname, c.relname), false, true, '')))[1]::text::int as count
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and (n.nspname = 'public' or c.relname = '_private_jobs' or n.nspname = 'stripe_simulator')
    union all
    select 'sequence ' || sequencename, coalesce(last_value, 0)::int from pg_sequences where schemaname = 'public'
    order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

describe('deletion of sandbox data', () => {
  it('leaves the rows of a new database [API-15]', async () => {
    const { db } = await createTestDatabase()
    const before = await readTables(db)
    await sql`update card_fees set fixed_cents = fixed_cents + 1`.execute(db)
    await sql`update notice_periods set notice_days = 99`.execute(db)
    await sql`update delinquency_plans set daily_notice_cap = 1`.execute(db)
    await insertAccount(db)
    await sql`insert into sandbox_clock (offset_ms) values (${dayMs})`.execute(db)
    await db.transaction().execute(deleteSandboxData)
    expect(await readTables(db)).toEqual(before)
  })
})

describe('POST /sandbox/reset', async () => {
  const api = await createDemoApi({ TIDELINE_SANDBOX: 'yes' })
  const { db, call } = api
  const logIn = async (email = 'superuser@example.com') => {
    const body = { email, password: 'Tideline-Demo-1' }
    const response = await call('POST', '/api/v1/auth/login', { body })
    expect(response.status).toBe(200)
    return (await response.json()).payload.token as string
  }

  it('changes nothing if it fails, and accepts requests afterwards [API-15]', async () => {
    const token = await logIn()
    const before = await countRows(db)
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'no disk space'; end $$`.execute(
      db,
    )
    await sql`create trigger fail before insert on agency_contacts for each row execute function fail()`.execute(db)
    expect((await call('POST', reset, { token })).status).toBe(500)
    await sql`drop trigger fail on agency_contacts`.execute(db)
    expect(await countRows(db)).toEqual(before)
    expect((await call('GET', '/api/v1/policies/RFL3000101', { token })).status).toBe(200)
  })

  it('restores the demo book while other requests are rejected with 503 [API-15] [API-16]', {
    timeout: 600_000,
  }, async () => {
    // The log-in of the previous test is not part of the demo book.
    const fresh: Record<string, number> = {
      ...(await countRows(db)),
      'public.sessions': 0,
      'public.login_attempts': 0,
      'public.rate_limits': 0,
    }
    const agent = await logIn('agent@example.com')
    const token = await logIn()
    const cursor = async (query: string, as = token) => call('GET', `/api/v1/events?${query}`, { token: as })
    const { after } = (await (await cursor('start=newest')).json()).payload
    await sql`insert into sandbox_clock (offset_ms) values (${3 * dayMs})`.execute(db)
    await sql`update card_fees set fixed_cents = fixed_cents + 1`.execute(db)
    await sql`insert into settings (key, value) values ('brand', '"Changed"')`.execute(db)
    const elsewhere = await createService(api.config, pino({ level: 'silent' }), '', { database: api.database })

    let isDone = false
    const running = call('POST', reset, { token }).finally(() => {
      isDone = true
    })
    const paths = ['/api/v1/policies/RFL3000101', '/api/v1/accounts/profile', '/api/v1/policies?take=5', '/api/health']
    const seen: { path: string; status: number }[] = []
    const send = async (method: string, path: string, as: string) => {
      const { status } = await call(method, path, { token: as })
      seen.push({ path, status })
    }
    // Twenty requests are in progress when the reset starts.
    await Promise.all(paths.flatMap((path) => Array.from({ length: 5 }, () => send('GET', path, agent))))
    let unavailable: Response | undefined
    while (!isDone) {
      const headers = { Authorization: `Bearer ${agent}` }
      const there = await elsewhere.app.request('/api/v1/accounts/profile', { headers })
      if (there.status === 503) unavailable = there
      await Promise.all([send('POST', reset, token), ...paths.map((path) => send('GET', path, agent))])
      await setTimeout(500)
    }
    const response = await running
    expect(response.status, await response.clone().text()).toBe(200)
    const { payload } = await response.json()
    expect(payload).toEqual({ now: api.now().toISOString(), policyCount: expect.any(Number) })

    const getStatuses = (path: string) => [
      ...new Set(seen.filter((one) => one.path === path).map(({ status }) => status)),
    ]
    expect(getStatuses('/api/health')).toEqual([200])
    expect(getStatuses(reset)).not.toContain(200)
    expect(seen.filter(({ status }) => ![200, 401, 409, 503].includes(status))).toEqual([])
    expect(unavailable?.headers.get('retry-after')).toBe('30')
    expect(await unavailable?.json()).toMatchObject({ errors: [{ code: 'unavailable' }] })
    await elsewhere.close()

    expect((await call('GET', '/api/v1/accounts/profile', { token })).status).toBe(401)
    expect((await call('GET', '/api/v1/accounts/profile', { token: agent })).status).toBe(401)
    // The reset itself has an audit entry.
    for (const name of ['public.audit_log', 'sequence audit_log_audit_id_seq']) fresh[name] = (fresh[name] ?? 0) + 1
    expect(await countRows(db)).toEqual(fresh)
    const { rows } = await sql<{ fixed_cents: number }>`select distinct fixed_cents from card_fees`.execute(db)
    expect(rows).toEqual([{ fixed_cents: 30 }])

    const again = await logIn()
    const clock = await (await call('GET', '/api/v1/sandbox/clock', { token: again })).json()
    expect(clock.payload).toEqual({ now: api.now().toISOString(), aheadSeconds: 0 })
    expect((await cursor(`after=${after}`, again)).status).toBe(410)
    expect((await (await cursor('limit=5', again)).json()).payload.events).toHaveLength(5)
    const audit = await db.selectFrom('audit_log').selectAll().where('action', '=', 'sandbox.reset').execute()
    expect(audit).toMatchObject([{ actor_name: 'Superuser Keeper', entity: 'sandbox', occurred_at: api.now() }])
  })
})

describe('POST /sandbox/reset without the demo book', () => {
  it('returns 409 in a sandbox with other data, and 404 outside a sandbox [API-15]', async () => {
    for (const [env, status, code] of [
      [{ TIDELINE_SANDBOX: 'yes' }, 409, 'no_demo_book'],
      [{}, 404, 'no_sandbox'],
    ] as const) {
      const { call, tokenFor, db } = await createTestApi(env)
      const { account_id: accountId } = await insertAccount(db, {
        roles: ['internal', 'superuser'] as never,
        email: 'staff@carrier.test',
      })
      const response = await call('POST', reset, { token: await tokenFor({ accountId }) })
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ errors: [{ code }] })
      expect(await db.selectFrom('accounts').select('account_id').execute()).toHaveLength(1)
    }
  })
})
