import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** Thrown when an applied migration file was changed or deleted, because the schema can then not be reproduced. */
export class MigrationError extends Error {}

// Id of the advisory lock. Any number works, as long as it is the same in all processes that run migrations.
const lock = 7_205_410

/** Reads the migrations (`NNNN-name.sql`) in a folder, in order. */
export async function readMigrations(folder = join(import.meta.dirname, 'migrations')): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Applies the missing migrations, each in its own transaction, and returns their names. If several processes start at
 * the same time, one of them migrates and the others wait. Throws `MigrationError` if an applied migration differs
 * from its file.
 */
export async function migrate(client: pg.ClientBase, migrations?: Migration[]): Promise<string[]> {
  const wanted = migrations ?? (await readMigrations())
  await client.query('select pg_advisory_lock($1)', [lock])
  try {
    await client.query('set client_min_messages = warning')
    await client.query(`create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const missing = pending(wanted, new Map(rows.map((row) => [row.name, row.checksum])))
    for (const migration of missing) await apply(client, migration)
    return missing.map((migration) => migration.name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lock])
  }
}

function pending(wanted: Migration[], applied: Map<string, string>): Migration[] {
  for (const name of applied.keys())
    if (!wanted.some((migration) => migration.name === name))
      throw new MigrationError(`The database has migration ${name}, which this version of Tideline does not know.`)
  for (const { name, checksum } of wanted)
    if (applied.has(name) && applied.get(name) !== checksum)
      throw new MigrationError(`Migration ${name} was changed after it had been applied. Add a new one instead.`)
  return wanted.filter((migration) => !applied.has(migration.name))
}

async function apply(client: pg.ClientBase, { name, sql, checksum }: Migration) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new MigrationError(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
