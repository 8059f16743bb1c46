import { createHash } from 'node:crypto'
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

  test('have numbers of four digits, with a letter only after an inserted one', () => {
    expect(known.map(({ number }) => number).filter((number) => !/^\d{4}$/.test(number))).toEqual(['0014b'])
  })

  test('change nothing in an up-to-date database', async () => {
    expect(await migrate(client)).toEqual([])
  })

  test('reject a changed migration file before any migration runs', async () => {
    const [first, ...rest] = known
    const changed = [
      { ...(first as Migration), checksum: 'other' },
      ...rest,
      migration('9000-new.sql', 'create table x ()'),
    ]
    await expect(migrate(client, changed)).rejects.toThrow('was changed after it had been applied')
    expect((await pool.query("select to_regclass('x') as x")).rows).toEqual([{ x: null }])
  })

  test('reject a database that was migrated by a newer version', async () => {
    await expect(migrate(client, known.slice(0, -1))).rejects.toThrow('does not know')
  })

  test('roll back a failing migration file and name it in the error', async () => {
    const broken = migration('9001-broken.sql', 'create table half (); select 1/0')
    await expect(migrate(client, [...known, broken])).rejects.toThrow('9001-broken.sql failed: division by zero')
    expect((await pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }])
  })

  test('apply each file once when several processes start together', async () => {
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

  test('reject two files with one number', async () => {
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

  test('have a checksum that depends on every other line, indentation included', async () => {
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

describe('a recorded migration', () => {
  let client: pg.Client
  beforeEach(async () => {
    client = await connect()
  })
  afterEach(() => client.end())

  test('may be renamed: it does not run again, and the database keeps the new name', async () => {
    const known = await readMigrations()
    const renamed = known.map((each) => ({ ...each, name: `${each.number}-renamed.sql` }))
    expect(await migrate(client, renamed)).toEqual([])
    const { rows } = await client.query("select name from schema_migrations where number = '0002'")
    expect(rows).toEqual([{ name: '0002-renamed.sql' }])
    await migrate(client)
  })

  test('is unknown if only its number differs', async () => {
    const known = await readMigrations()
    const renumbered = known.map((each) => (each.number === '0044' ? { ...each, number: '0044b' } : each))
    await expect(migrate(client, renumbered)).rejects.toThrow('does not know')
  })
})

describe('a database of the previous version', () => {
  /**
   * Replaces the migration table with the one of the previous version: file names and file checksums. Migrations that
   * were added later are recorded in the same way, because the test database has them, too.
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

  test('is upgraded once: no migration runs again, and the records match the files', async () => {
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

  test('is upgraded when the server prepares its database', async () => {
    await recordAsPreviousVersion(client)
    expect(await prepareDatabase(readConfig({ DATABASE_URL: url }))).toEqual({ url, embedded: undefined })
    expect(await readRecords()).toEqual(getRecords(known))
  })

  test('is rejected if it ran other statements than the file had, and stays as it was', async () => {
    await recordAsPreviousVersion(client, { '0014-cancel-document-purposes.sql': 'other' })
    await expect(migrate(client, known)).rejects.toThrow(
      'Migration 0014-cancel-document-purposes.sql was changed after it had been applied.',
    )
    await expect(client.query('select number from schema_migrations')).rejects.toThrow('does not exist')
  })

  test('is rejected if the statements of a file were changed before or after the upgrade', async () => {
    await recordAsPreviousVersion(client)
    const changed = known.map((each) => (each.number === '0014b' ? { ...each, checksum: 'other' } : each))
    const message = /Migration 0014b-\S+\.sql was changed after it had been applied/
    await expect(migrate(client, changed)).rejects.toThrow(message)
    expect(await migrate(client, known)).toEqual([])
    await expect(migrate(client, changed)).rejects.toThrow(message)
  })

  test('is rejected before and after the upgrade if a file is missing', async () => {
    await recordAsPreviousVersion(client)
    const without = known.filter(({ number }) => number !== '0044')
    await expect(migrate(client, without)).rejects.toThrow(/has migration 0044-\S+\.sql, which .* does not know/)
    expect(await migrate(client, known)).toEqual([])
    await expect(migrate(client, without)).rejects.toThrow(/has migration 0044-\S+\.sql, which .* does not know/)
  })

  test('may have a later migration, if its file is unchanged', async () => {
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
