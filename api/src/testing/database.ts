import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '../db/database.ts'
import './global-setup.ts'

export interface TestDatabase extends Database {
  url: string
}

/**
 * Creates a migrated database for the test file. The database is dropped after the tests. Call it at the top of the
 * file: `const { db } = await createTestDatabase()`.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('testServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} template ${inject('testTemplate')} strategy file_copy`)
  const url = server.replace(/[^/]*$/, name)
  const database = openDatabase(url)
  afterAll(async () => {
    await database.close()
    await onServer(server, `drop database if exists ${name} with (force)`)
  })
  return { ...database, url }
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
