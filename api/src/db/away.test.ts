import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { isDatabaseAway } from './away.ts'
import { createPool } from './database.ts'

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (problem: unknown) => problem,
  )

test('a server that nobody runs is away', async () => {
  const pool = createPool('postgres://nobody@127.0.0.1:1/none')
  expect(isDatabaseAway(await thrownBy(pool.query('select 1')))).toBe(true)
  await pool.end()
})

test('a connection that the server ends under a query is away', async () => {
  const client = new pg.Client({ connectionString: inject('testServerUrl') })
  client.on('error', () => undefined)
  await client.connect()
  const ended = await thrownBy(client.query('select pg_terminate_backend(pg_backend_pid())'))
  expect(isDatabaseAway(ended)).toBe(true)
  expect(isDatabaseAway(await thrownBy(client.query('select 1')))).toBe(true)
})

test('a query that is wrong, and what is no error of the database, are our fault', async () => {
  const pool = createPool(inject('testServerUrl'))
  expect(isDatabaseAway(await thrownBy(pool.query('select from where')))).toBe(false)
  await pool.end()
  expect(isDatabaseAway(new TypeError('fetch failed'))).toBe(false)
  expect(isDatabaseAway(Object.assign(new Error('away'), { code: 'ECONNREFUSED', $metadata: {} }))).toBe(false)
  expect(isDatabaseAway('a text')).toBe(false)
})
