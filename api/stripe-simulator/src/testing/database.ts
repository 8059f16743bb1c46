import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test server's `postgres` database. All tests of the workspace use the same server. */
    testServerUrl: string
  }
}

/**
 * Creates an empty database for the test file. The database is dropped after the tests. Call it at the top of the file.
 */
export async function createTestDatabase(): Promise<pg.Pool> {
  const server = inject('testServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name}`)
  const pool = new pg.Pool({ connectionString: server.replace(/[^/]*$/, name) })
  afterAll(async () => {
    await pool.end()
    await onServer(server, `drop database if exists ${name} with (force)`)
  })
  return pool
}

async function onServer(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
