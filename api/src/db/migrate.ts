import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

export interface Migration {
  /** Identifies the migration: the text before the first hyphen of the file name. */
  number: string
  name: string
  sql: string
  /** Checksum of the statements. */
  checksum: string
}

/** Thrown if an applied migration file was changed or deleted. The schema could then no longer be reproduced. */
export class MigrationError extends Error {}

// Id of the advisory lock. Any number works, as long as it is the same in all processes that run migrations.
const lock = 7_205_410

const hash = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * Returns the checksum of the statements in a migration. Blank lines and lines that start with `--` do not count, even
 * inside a function body or a string literal. All other comments count.
 */
function getStatementChecksum(sql: string): string {
  return hash(
    sql
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('--'))
      .join('\n'),
  )
}

const getNumber = (name: string) => name.split('-', 1)[0] as string

/**
 * Reads the migrations (`NNNN-name.sql`) in a folder, ordered by number. Throws `MigrationError` if two files have the
 * same number.
 */
export async function readMigrations(folder = join(import.meta.dirname, 'migrations')): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { number: getNumber(name), name, sql, checksum: getStatementChecksum(sql) }
    }),
  )
  migrations.sort((a, b) => (a.number < b.number ? -1 : a.number > b.number ? 1 : 0))
  for (const [index, { number, name }] of migrations.entries())
    if (migrations[index - 1]?.number === number)
      throw new MigrationError(`Two migrations have the number ${number}: ${migrations[index - 1]?.name} and ${name}.`)
  return migrations
}

/**
 * Applies the missing migrations, each in its own transaction, and returns their names. If several processes start at
 * the same time, one of them migrates and the others wait. Throws `MigrationError` if the statements of an applied
 * migration differ from its file. A file's comments and name may be changed, but not the number in the name.
 */
export async function migrate(client: pg.ClientBase, migrations?: Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations())
  await client.query('select pg_advisory_lock($1)', [lock])
  try {
    await client.query('set client_min_messages = warning')
    await client.query(`create table if not exists schema_migrations (
      name text not null, checksum text not null, applied_at timestamptz not null default now(), number text primary key)`)
    await upgradePreviousRecords(client, wanted)
    const { rows } = await client.query<MigrationRecord>('select number, name, checksum from schema_migrations')
    const missing = findMissing(wanted, rows)
    await updateNames(client, wanted, rows)
    for (const migration of missing) await apply(client, migration)
    return missing.map((migration) => migration.name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock])
  }
}

type MigrationRecord = Pick<Migration, 'number' | 'name' | 'checksum'>

function findMissing(wanted: Migration[], applied: MigrationRecord[]): Migration[] {
  for (const { number, name } of applied)
    if (!wanted.some((migration) => migration.number === number)) throw createUnknownError(name)
  const checksums = new Map(applied.map(({ number, checksum }) => [number, checksum]))
  for (const { number, name, checksum } of wanted)
    if (checksums.has(number) && checksums.get(number) !== checksum) throw createChangedError(name)
  return wanted.filter(({ number }) => !checksums.has(number))
}

const createUnknownError = (name: string) =>
  new MigrationError(`The database has migration ${name}, which this version of Tideline does not know.`)

const createChangedError = (name: string) =>
  new MigrationError(`Migration ${name} was changed after it had been applied. Add a new one instead.`)

async function updateNames(client: pg.ClientBase, wanted: Migration[], applied: MigrationRecord[]) {
  const names = new Map(applied.map(({ number, name }) => [number, name]))
  for (const { number, name } of wanted)
    if (names.has(number) && names.get(number) !== name)
      await client.query('update schema_migrations set name = $2 where number = $1', [number, name])
}

async function apply(client: pg.ClientBase, { number, name, sql, checksum }: Migration) {
  try {
    await runInTransaction(client, async () => {
      await client.query(sql)
      await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
        number,
        name,
        checksum,
      ])
    })
  } catch (error) {
    throw new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function runInTransaction(client: pg.ClientBase, work: () => Promise<void>) {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

interface PreviousMigration {
  number: string
  name: string
  /** Checksum of the whole file, as recorded by version 1.x. */
  fileChecksum: string
  /** Checksum of the statements in that file. */
  checksum: string
}

/** Reads the list of version 1.x migrations. Version 1.x identified a migration by file name and file checksum. */
export async function readPreviousMigrations(): Promise<PreviousMigration[]> {
  const text = await readFile(join(import.meta.dirname, 'previous-migrations.tsv'), 'utf8')
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [number = '', name = '', fileChecksum = '', checksum = ''] = line.split('\t')
      return { number, name, fileChecksum, checksum }
    })
}

/**
 * Upgrades the migration table of version 1.x, which is keyed by file name and stores whole-file checksums. Throws
 * `MigrationError` without changing anything if a record does not match the 1.x file.
 */
async function upgradePreviousRecords(client: pg.ClientBase, wanted: Migration[]) {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'number'`,
  )
  if (rowCount) return
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations order by name',
  )
  const previous = await readPreviousMigrations()
  const records = rows.map(({ name, checksum: fileChecksum }) => {
    const known = previous.find((each) => each.name === name) ?? describeFile(name, wanted)
    if (known.fileChecksum !== fileChecksum) throw createChangedError(name)
    return known
  })
  findMissing(wanted, records)
  await runInTransaction(client, async () => {
    await client.query('alter table schema_migrations add column number text')
    for (const { number, name, checksum } of records)
      await client.query('update schema_migrations set number = $1, checksum = $2 where name = $3', [
        number,
        checksum,
        name,
      ])
    await client.query('alter table schema_migrations drop constraint schema_migrations_pkey, add primary key (number)')
  })
}

/**
 * Describes a migration that is not in the list of version 1.x migrations. The checksums are calculated from the
 * current file.
 */
function describeFile(name: string, wanted: Migration[]): PreviousMigration {
  const migration = wanted.find(({ number }) => number === getNumber(name))
  if (!migration) throw createUnknownError(name)
  return { ...migration, name, fileChecksum: hash(migration.sql) }
}
