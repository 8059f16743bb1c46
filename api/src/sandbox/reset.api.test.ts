import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { dayMs } from '../calendar/days.ts'
import type { DB } from '../db/schema.ts'
import { createTestApi } from '../testing/api.ts'
import { insertAccount } from '../testing/builders.ts'
import { countRows } from '../testing/count-rows.ts'
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
