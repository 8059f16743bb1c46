import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { prepareDatabase } from '../service.ts'
import { createTestDatabase } from '../testing/database.ts'
import { generateSchemaTypes, schemaFile } from './generate-types.ts'
import { type Migration, MigrationError, migrate, readMigrations, readPreviousMigrations } from './migrate.ts'

const { url, pool } = await createTestDatabase()

const migration = (name: string, sql: string): Migration => ({
  number: name.split('-', 1)[0] as string,
  name,
  sql,
  checksum: sql,
})
const connect = async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

describe('database migrations', () => {
  let known: Migration[]
  let client: pg.Client
  beforeAll(async () => {
    known = await readMigrations()
    client = await connect()
  })
  afterAll(() => client.end())

  test('have four-digit numbers, with a letter suffix only for an inserted migration', () => {
    expect(known.map(({ number }) => number).filter((number) => !/^\d{4}$/.test(number))).toEqual(['0014b'])
  })

  test('leave an up-to-date database unchanged', async () => {
    expect(await migrate(client)).toEqual([])
  })

  test('fail before any migration runs if a migration file was changed', async () => {
    const [first, ...rest] = known
    const changed = [
      { ...(first as Migration), checksum: 'other' },
      ...rest,
      migration('9000-new.sql', 'create table x ()'),
    ]
    await expect(migrate(client, changed)).rejects.toThrow('was changed after it had been applied')
    expect((await pool.query("select to_regclass('x') as x")).rows).toEqual([{ x: null }])
  })

  test('fail if the database was migrated by a newer version', async () => {
    await expect(migrate(client, known.slice(0, -1))).rejects.toThrow('does not know')
  })

  test('are rolled back if a file fails, and the error names the file', async () => {
    const broken = migration('9001-broken.sql', 'create table half (); select 1/0')
    await expect(migrate(client, [...known, broken])).rejects.toThrow('9001-broken.sql failed: division by zero')
    expect((await pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }])
  })

  test('are each applied once when several processes start together', async () => {
    const wanted = [...known, migration('9002-once.sql', 'create table once (id int)')]
    const clients = await Promise.all([connect(), connect(), connect()])
    const applied = await Promise.all(clients.map((each) => migrate(each, wanted)))
    expect(applied.flat()).toEqual(['9002-once.sql'])
    await pool.query("drop table once; delete from schema_migrations where name = '9002-once.sql'")
    await Promise.all(clients.map((each) => each.end()))
  })

  test('produce a schema that matches the committed types', async () => {
    expect(await readFile(schemaFile, 'utf8')).toBe(await generateSchemaTypes(client))
  })
})

describe('migration files', () => {
  const read = async (files: Record<string, string>) => {
    const folder = await mkdtemp(join(tmpdir(), 'tideline-migrations-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
    return readMigrations(folder)
  }
  const readOne = async (sql: string) => (await read({ '0001-a.sql': sql }))[0] as Migration

  test('are ordered by the number before the first hyphen', async () => {
    const files = { '0015-c.sql': '', '0014b-a-b.sql': '', '0014-z.sql': '' }
    expect((await read(files)).map(({ number }) => number)).toEqual(['0014', '0014b', '0015'])
  })

  test('are rejected if two files have the same number', async () => {
    const error = await read({ '0014-a.sql': 'select 1', '0014-b.sql': 'select 2' }).catch((error) => error)
    expect(error).toBeInstanceOf(MigrationError)
    expect(error.message).toBe('Two migrations have the number 0014: 0014-a.sql and 0014-b.sql.')
  })

  test('have a checksum that ignores full-line comments and blank lines', async () => {
    const before = await readOne('-- Old.\ncreate table a (\n  -- Old.\n  id int\n);\n')
    const after = await readOne('create table a (\n\n  id int\n);\n  \n-- New,\n-- on two lines.\n')
    expect(after.checksum).toBe(before.checksum)
    expect(after.sql).not.toBe(before.sql)
  })

  test('have a checksum that changes with any other line, including its indentation', async () => {
    const statements = [
      "select 'a'",
      " select 'a'",
      "select 'a' -- b",
      "/* b */\nselect 'a'",
      "select '\na'",
      "select 'b'",
      "select\n'a'",
    ]
    const checksums = await Promise.all(statements.map(async (sql) => (await readOne(sql)).checksum))
    expect(new Set(checksums).size).toBe(statements.length)
  })
})

describe('previously applied migration', () => {
  let client: pg.Client
  beforeEach(async () => {
    client = await connect()
  })
  afterEach(() => client.end())

  test('does not run again after its file is renamed, and the new name is recorded', async () => {
    const known = await readMigrations()
    const renamed = known.map((each) => ({ ...each, name: `${each.number}-renamed.sql` }))
    expect(await migrate(client, renamed)).toEqual([])
    const { rows } = await client.query("select name from schema_migrations where number = '0002'")
    expect(rows).toEqual([{ name: '0002-renamed.sql' }])
    await migrate(client)
  })

  test('is rejected as unknown if only its number changes', async () => {
    const known = await readMigrations()
    const renumbered = known.map((each) => (each.number === '0044' ? { ...each, number: '0044b' } : each))
    await expect(migrate(client, renumbered)).rejects.toThrow('does not know')
  })
})

describe('database upgraded from version 1.x', () => {
  const [id, other] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const time = '2026-11-01T12:00:00+00:00'
  /** One row of each table that version 2.0.0 renames or whose columns it renames: old name, new name, old row. */
  const oldRows: [string, string, Record<string, unknown>][] = [
    [
      'login_tries',
      'login_attempts',
      { email: 'a@example.com', network: 'all', tries: 2, total: 3, since: time, last_at: time },
    ],
    ['second_factors', 'two_factor_secrets', { account_id: id, pending_sealed: 'sealed', last_step: 7 }],
    [
      'sessions',
      'sessions',
      {
        ...{ session_id: id, identity_id: id, refresh_token_hash: 'hash', expires_at: time },
        ...{ identified_by: 'code', proven_mailbox: 'a@example.com', passed_factor: true },
      },
    ],
    [
      'link_tokens',
      'link_tokens',
      { jti: id, kind: 'deeplink', expires_at: time, mailed_to: 'a@example.com', made_in_session: id },
    ],
    [
      'signing_codes',
      'signing_codes',
      {
        ...{ signing_code_id: id, family_id: id, identity_id: id, policy_id: id, sent_to: 'a@example.com' },
        ...{ code_hash: 'hash', wrong_guesses: 2, created_at: time, expires_at: time },
      },
    ],
    [
      'api_keys',
      'api_keys',
      {
        ...{
          key_id: id,
          account_id: id,
          name: 'Key',
          mode: 'test',
          prefix: 'tideline_test_abcdefghijkl',
          secret_hash: `\\x${'00'.repeat(32)}`,
        },
        ...{
          scopes: ['policies'],
          made_at: time,
          made_by: id,
          expires_at: '2027-11-01T12:00:00+00:00',
          replaces: other,
        },
      },
    ],
    [
      'webhook_endpoints',
      'webhook_endpoints',
      {
        ...{
          endpoint_id: id,
          name: 'Hook',
          url: 'https://example.com',
          types: ['policy.bound', 'policy.non_renewal_taken_back'],
        },
        ...{ secret_sealed: 'sealed', made_at: time, made_by: id },
      },
    ],
    ['agency_names', 'former_agency_names', { agency_id: id, until: time, company: 'Acme' }],
    [
      'registration_papers',
      'registration_documents',
      { registration_doc_id: id, agency_id: id, kind: 'agreement', doc_name: 'Agreement', doc_text: 'Text' },
    ],
    [
      'moratorium_refusals',
      'moratorium_rejections',
      { moratorium_refusal_id: id, moratorium_event_id: id, action: 'rewrite', refused_to: 'Sam Staff' },
    ],
    [
      'approvals',
      'approvals',
      {
        ...{ approval_id: id, kind: 'account', entity_id: id, changes: [], payload_sealed: 'sealed' },
        ...{ required_role: 'superuser', requested_by: id, requested_by_name: 'Sam Staff', requested_at: time },
        ...{ expires_at: time, concerns: id },
      },
    ],
    [
      'insured_email_changes',
      'insured_email_changes',
      {
        ...{
          identity_id: id,
          before_email: 'a@example.com',
          after_email: 'b@example.com',
          trusted_email: 'a@example.com',
        },
        ...{ changed_at: time, changed_by_account_id: id, changed_by_name: 'Sam Staff' },
        ...{ confirmed_at: time, confirmed_from: 'oldAddress' },
      },
    ],
    [
      'bulk_jobs',
      'bulk_jobs',
      { bulk_job_id: id, action: 'nonRenew', asked_by: id, undoes: other, total_items: 1, state: 'queued' },
    ],
    [
      'refund_reviews',
      'refund_reviews',
      {
        ...{ review_id: id, policy_id: id, held_by: 'payment', amount_cents: 100, cause: 'payment' },
        ...{ policy_payment_id: id, wish: 'Paid twice', asked_by: id, wait_until: '2026-12-01' },
      },
    ],
    [
      'lockbox_files',
      'lockbox_files',
      {
        ...{ lockbox_file_id: id, file_name: 'checks.csv', format: 'csv', sha256: 'a'.repeat(64) },
        ...{ item_count: 3, total_cents: 300, known_count: 1, raised_count: 2 },
      },
    ],
    [
      'lockbox_items',
      'lockbox_items',
      {
        ...{ lockbox_item_id: id, lockbox_file_id: id, lockbox_no: '1', deposit_date: '2026-11-01', batch_no: '1' },
        ...{ item_no: '1', amount_cents: 100, taken_back_by: 'staff', times_reopened: 1 },
      },
    ],
    [
      'reconciliations',
      'reconciliations',
      { checked_at: time, from_day: '2026-11-01', to_day: '2026-11-02', compared: 5, differences: [] },
    ],
    [
      'commission_run_parts',
      'commission_run_parts',
      { run_id: id, first_policy_id: id, policies: 5_000, is_done: true },
    ],
    ['daily_digests', 'daily_digests', { account_id: id, told_of: '2026-11-01' }],
    ['job_crashes', 'job_crashes', { job_id: 1, crashes: 2, crashed_at: time }],
    ['sandbox_clock', 'sandbox_clock', { is_only: true, ahead_ms: 1_000 }],
  ]
  const newNames: Record<string, string> = {
    ...{ tries: 'attempts', total: 'total_attempts', last_at: 'last_attempt_at' },
    ...{ pending_sealed: 'pending_secret_sealed', last_step: 'last_used_step' },
    ...{ proven_mailbox: 'verified_email', passed_factor: 'passed_two_factor' },
    ...{ mailed_to: 'emailed_to', made_in_session: 'created_by_session_id', wrong_guesses: 'failed_attempts' },
    ...{ made_at: 'created_at', made_by: 'created_by', replaces: 'replaced_key_id', until: 'used_until' },
    ...{ moratorium_refusal_id: 'moratorium_rejection_id', refused_to: 'requested_by_name' },
    ...{ concerns: 'affected_account_id', undoes: 'undoes_job_id', since: 'first_attempt_at' },
    ...{ before_email: 'previous_email', after_email: 'new_email', confirmed_from: 'confirmed_via' },
    ...{ held_by: 'hold_reason', asked_by: 'requested_by', wish: 'request_reason', wait_until: 'postponed_until' },
    ...{ known_count: 'duplicate_count', raised_count: 'flagged_count' },
    ...{ taken_back_by: 'reversed_by', times_reopened: 'reopen_count' },
    ...{ from_day: 'start_date', to_day: 'end_date', compared: 'compared_count', policies: 'policy_count' },
    ...{ told_of: 'last_digest_date', crashes: 'crash_count', crashed_at: 'last_crashed_at' },
    ...{ is_only: 'singleton', ahead_ms: 'offset_ms' },
  }
  let name: string
  let client: pg.Client
  let known: Migration[]
  beforeAll(async () => {
    known = await readMigrations()
    name = `test_previous_${randomUUID().replaceAll('-', '')}`
    await pool.query(`create database ${name} template template0`)
    client = new pg.Client({ connectionString: url.replace(/[^/]*$/, name) })
    await client.connect()
    await migrate(
      client,
      known.filter(({ number }) => number < '0190'),
    )
    // Turns off foreign keys, so that each table needs only its own row.
    await client.query("set session_replication_role = 'replica'")
    for (const [table, , row] of oldRows) {
      const columns = Object.keys(row).join(', ')
      await client.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify(row)],
      )
    }
    const data = { accountId: id, policyNo: null, madeInSession: other }
    await client.query(`
      insert into bulk_jobs (action, asked_by, total_items) values ('takeBackNonRenewal', '${other}', 1);
      insert into events (type, occurred_at, data) values ('policy.non_renewal_taken_back', now(), '{}');
      insert into webhook_deliveries (endpoint_id, event_no, created_at, type)
        select '${id}', event_no, now(), type from events;
      insert into email_templates (template, version, subject, source) values ('non-renewal-taken-back', 2, 'S', 'T');
      create schema graphile_worker;
      create table graphile_worker._private_jobs (payload json);
      insert into graphile_worker._private_jobs values ('{"template": "non-renewal-taken-back"}')`)
    await client.query("insert into resources (kind, data) values ('wizard', $1)", [JSON.stringify(data)])
    await migrate(client, known)
  }, 60_000)
  afterAll(async () => {
    await client.end()
    await pool.query(`drop database ${name} with (force)`)
  })

  test.each(oldRows)('keeps the row of table %s in table %s', async (_old, table, row) => {
    const { rows } = await client.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) as row from ${table} t`)
    const { types: _, ...kept } = row
    const renamed = Object.entries(kept).map(([column, value]) => [newNames[column] ?? column, value])
    expect(rows).toContainEqual({ row: expect.objectContaining(Object.fromEntries(renamed)) })
  })

  test('keeps the session data of a one-time log-in to the wizard', async () => {
    const { rows } = await client.query('select data from resources')
    expect(rows).toEqual([{ data: { accountId: id, policyNo: null, createdBySessionId: other } }])
  })

  test('keeps rescinded non-renewals, with new names in jobs, events, webhooks and email templates', async () => {
    const read = async (query: string) => (await client.query({ text: query, rowMode: 'array' })).rows.flat()
    expect(await read('select action from bulk_jobs order by action')).toEqual(['nonRenew', 'rescindNonRenewal'])
    expect(await read('select type from events')).toEqual(['policy.non_renewal_rescinded'])
    expect(await read('select type from webhook_deliveries')).toEqual(['policy.non_renewal_rescinded'])
    expect(await read('select types from webhook_endpoints')).toEqual([
      ['policy.bound', 'policy.non_renewal_rescinded'],
    ])
    expect(await read('select template from email_templates')).toEqual(['non-renewal-rescinded'])
    expect(await read("select payload ->> 'template' from graphile_worker._private_jobs")).toEqual([
      'non-renewal-rescinded',
    ])
  })

  test('has no database function that uses an old table or column name', async () => {
    const { rows } = await client.query<{ name: string; body: string }>(
      "select proname as name, pg_get_functiondef(oid) as body from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'",
    )
    const oldNames = oldRows.flatMap(([old, table, row]) => [
      ...(old === table ? [] : [old]),
      ...Object.keys(row).filter((column) => newNames[column]?.includes('_') && column.includes('_')),
    ])
    expect(rows.length).toBeGreaterThan(10)
    const uses = rows.filter(({ body }) => new RegExp(`\\b(${oldNames.join('|')})\\b`).test(body))
    expect(uses.map(({ name }) => name)).toEqual([])
  })
})

describe('database of the previous version', () => {
  /**
   * Replaces the migration table with the one of the previous version: file names and file checksums. Migrations that
   * were added later are recorded in the same way because the test database also contains them.
   */
  async function recordAsPreviousVersion(client: pg.Client, change: Record<string, string> = {}) {
    await client.query(`drop table schema_migrations; create table schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const previous = await readPreviousMigrations()
    const later = known.filter(({ number }) => !previous.some((each) => each.number === number))
    const records = [...previous, ...later.map(({ name, sql }) => ({ name, fileChecksum: hash(sql) }))]
    for (const { name, fileChecksum } of records)
      await client.query("insert into schema_migrations values ($1, $2, '2026-11-01')", [
        name,
        change[name] ?? fileChecksum,
      ])
  }
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  const readRecords = async () =>
    (await pool.query('select number, name, checksum from schema_migrations order by number')).rows
  const getRecords = (migrations: Migration[]) =>
    migrations.map(({ number, name, checksum }) => ({ number, name, checksum }))

  let known: Migration[]
  let client: pg.Client
  beforeEach(async () => {
    known = await readMigrations()
    client = await connect()
  })
  afterEach(() => client.end())

  test('is upgraded without running any migration again', async () => {
    await recordAsPreviousVersion(client)
    expect(await migrate(client, known)).toEqual([])
    expect(await readRecords()).toEqual(getRecords(known))
    expect(await migrate(client, known)).toEqual([])
    const { rows } = await client.query("select count(*)::int from schema_migrations where applied_at = '2026-11-01'")
    expect(rows).toEqual([{ count: known.length }])
  })

  test('is upgraded by one process when several start together', async () => {
    await recordAsPreviousVersion(client)
    const clients = await Promise.all([connect(), connect(), connect()])
    expect(await Promise.all(clients.map((each) => migrate(each, known)))).toEqual([[], [], []])
    await Promise.all(clients.map((each) => each.end()))
    expect(await readRecords()).toEqual(getRecords(known))
  })

  test('is upgraded at server startup', async () => {
    await recordAsPreviousVersion(client)
    expect(await prepareDatabase(readConfig({ DATABASE_URL: url }))).toEqual({ url, embedded: undefined })
    expect(await readRecords()).toEqual(getRecords(known))
  })

  test('is rejected and left unchanged if an applied migration differs from its file', async () => {
    await recordAsPreviousVersion(client, { '0014-cancel-document-purposes.sql': 'other' })
    await expect(migrate(client, known)).rejects.toThrow(
      'Migration 0014-cancel-document-purposes.sql was changed after it had been applied.',
    )
    await expect(client.query('select number from schema_migrations')).rejects.toThrow('does not exist')
  })

  test('is rejected before and after the upgrade if a migration file was changed', async () => {
    await recordAsPreviousVersion(client)
    const changed = known.map((each) => (each.number === '0014b' ? { ...each, checksum: 'other' } : each))
    const message = /Migration 0014b-\S+\.sql was changed after it had been applied/
    await expect(migrate(client, changed)).rejects.toThrow(message)
    expect(await migrate(client, known)).toEqual([])
    await expect(migrate(client, changed)).rejects.toThrow(message)
  })

  test('is rejected before and after the upgrade if a migration file is missing', async () => {
    await recordAsPreviousVersion(client)
    const without = known.filter(({ number }) => number !== '0044')
    await expect(migrate(client, without)).rejects.toThrow(/has migration 0044-\S+\.sql, which .* does not know/)
    expect(await migrate(client, known)).toEqual([])
    await expect(migrate(client, without)).rejects.toThrow(/has migration 0044-\S+\.sql, which .* does not know/)
  })

  test('is rejected if the file of a later migration is missing or changed', async () => {
    const later = { ...migration('9003-later.sql', '-- Later.\nselect 1'), checksum: 'statements' }
    await recordAsPreviousVersion(client)
    await client.query('insert into schema_migrations values ($1, $2)', [later.name, hash(later.sql)])
    await expect(migrate(client, known)).rejects.toThrow('has migration 9003-later.sql, which')
    await expect(migrate(client, [...known, { ...later, sql: 'select 2' }])).rejects.toThrow('was changed')
    expect(await migrate(client, [...known, later])).toEqual([])
    expect(await readRecords()).toEqual(getRecords([...known, later]))
    await client.query("delete from schema_migrations where number = '9003'")
  })
})

describe('a database owner who is not a superuser', () => {
  test('can run all migrations, as in a deployment', async () => {
    const id = randomUUID().replaceAll('-', '')
    const admin = await connect()
    onTestFinished(async () => {
      await admin.query(`drop database if exists owned_${id}`)
      await admin.query(`drop role if exists owner_${id}`)
      await admin.end()
    })
    await admin.query(`create role owner_${id} with login password 'secret'`)
    await admin.query(`create database owned_${id} owner owner_${id}`)
    const owned = new URL(url)
    owned.username = `owner_${id}`
    owned.password = 'secret'
    owned.pathname = `/owned_${id}`
    await prepareDatabase(readConfig({ NODE_ENV: 'test', DATABASE_URL: owned.href }))
    const client = new pg.Client({ connectionString: owned.href })
    await client.connect()
    onTestFinished(() => client.end())
    const { rows } = await client.query(
      'select rolsuper, (select count(*)::int from policies) as policies from pg_roles where rolname = current_user',
    )
    expect(rows).toEqual([{ rolsuper: false, policies: 0 }])
  })
})
