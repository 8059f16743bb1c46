import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { generateSchemaTypes, schemaFile } from './generate-types.ts'
import { type Migration, migrate, readMigrations } from './migrate.ts'

const { url, pool } = await createTestDatabase()

const migration = (name: string, sql: string): Migration => ({ name, sql, checksum: sql })
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

  test('have unique file numbers, except for two old files numbered 0014', () => {
    const numbers = known.map(({ name }) => name.slice(0, 4)).filter((number) => number !== '0014')
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
    expect(numbers.every((number) => /^\d{4}$/.test(number))).toBe(true)
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
