import { createHash } from 'node:crypto'
import { openDatabase } from '@tideline/api/db/database.ts'
import { createTestDatabase, type TestDatabase } from '@tideline/api/testing/database.ts'
import type { PoolClient } from 'pg'
import { afterAll } from 'vitest'

/**
 * A database for many histories. They ask the same few hundred statements again and again, of which PostgreSQL would spend
 * four fifths of its time on planning: here each connection plans a statement once, and speaks over a socket of the machine.
 * The statements are what they are anywhere.
 */
export async function createHistoriansDatabase(): Promise<TestDatabase> {
  const made = await createTestDatabase()
  const { rows } = await made.pool.query<{ unix_socket_directories: string }>('show unix_socket_directories')
  const url = new URL(made.url)
  url.searchParams.set('host', rows[0]?.unix_socket_directories ?? '')
  const database = openDatabase(url.href, { connections: 3 })
  database.pool.on('connect', prepareAll)
  // Before the hook that drops the database: they run in reverse.
  afterAll(() => database.close())
  return { ...database, url: url.href }
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = createHash('md5').update(text).digest('hex')
  names.set(text, name)
  return name
}

function prepareAll(client: PoolClient) {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && Array.isArray(values) && values.length > 0
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest)) as typeof client.query
}
