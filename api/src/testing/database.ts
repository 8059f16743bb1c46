import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../db/database.ts'
import './global-setup.ts'
import { recordEvents } from './record-events.ts'
import { executeOnServer } from './test-server.ts'

export interface TestDatabase extends Database {
  url: string
}

/**
 * Creates a migrated database for the test file. The database is dropped after the tests. Call it at the top of the
 * file: `const { db } = await createTestDatabase()`.
 */
export async function createTestDatabase(
  template = inject('testTemplate'),
  options: DatabaseOptions = {},
): Promise<TestDatabase> {
  const server = inject('testServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await executeOnServer(server, `create database ${name} template ${template} strategy file_copy`)
  const url = server.replace(/[^/]*$/, name)
  const database = openDatabase(url, options)
  afterAll(async () => {
    try {
      if (template === inject('testTemplate')) await recordEvents(database.db)
    } finally {
      await database.close()
      await executeOnServer(server, `drop database if exists ${name} with (force)`)
    }
  })
  return { ...database, url }
}
