import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the test server's `postgres` database. One server is shared by all tests of the workspace. */
    testServerUrl: string
  }
}

/**
 * Creates an empty database for the test file. It is removed with the server after the run. Call it at the top of the
 * file.
 */
export async function createTestDatabase(): Promise<pg.Pool> {
  const server = inject('testServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  const pool = new pg.Pool({ connectionString: server.replace(/[^/]*$/, name) })
  afterAll(() => pool.end())
  return pool
}
