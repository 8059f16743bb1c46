import pg from 'pg'
import { describe, expect, inject, it, test } from 'vitest'
import { toProblemResponse } from '../http/errors.ts'
import { isDatabaseUnavailable } from './availability.ts'
import { createPool } from './database.ts'

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (problem: unknown) => problem,
  )

test('classifies an error from a stopped database server as unavailable', async () => {
  const pool = createPool('postgres://nobody@127.0.0.1:1/none')
  expect(isDatabaseUnavailable(await thrownBy(pool.query('select 1')))).toBe(true)
  await pool.end()
})

test('classifies a connection closed by the database server during a query as unavailable', async () => {
  const client = new pg.Client({ connectionString: inject('testServerUrl') })
  client.on('error', () => undefined)
  await client.connect()
  const ended = await thrownBy(client.query('select pg_terminate_backend(pg_backend_pid())'))
  expect(isDatabaseUnavailable(ended)).toBe(true)
  expect(isDatabaseUnavailable(await thrownBy(client.query('select 1')))).toBe(true)
})

test('does not classify invalid queries and unrelated errors as an unavailable database', async () => {
  const pool = createPool(inject('testServerUrl'))
  expect(isDatabaseUnavailable(await thrownBy(pool.query('select from where')))).toBe(false)
  await pool.end()
  expect(isDatabaseUnavailable(new TypeError('fetch failed'))).toBe(false)
  expect(isDatabaseUnavailable(Object.assign(new Error('away'), { code: 'ECONNREFUSED', $metadata: {} }))).toBe(false)
  expect(isDatabaseUnavailable('a text')).toBe(false)
})

describe('toProblemResponse', () => {
  /** Runs `work` with two connections. Each has an open transaction that holds an advisory lock. */
  async function openTwoTransactions(work: (one: pg.PoolClient, other: pg.PoolClient) => Promise<unknown>) {
    const pool = createPool(inject('testServerUrl'))
    const [one, other] = [await pool.connect(), await pool.connect()]
    await one.query('begin')
    await other.query('begin')
    await one.query('select pg_advisory_xact_lock(81)')
    await other.query('select pg_advisory_xact_lock(82)')
    const thrown = await thrownBy(work(one, other))
    one.release(true)
    other.release(true)
    await pool.end()
    return thrown
  }

  const expectBusy = (thrown: unknown, code: string) => {
    expect(thrown).toMatchObject({ code })
    expect(toProblemResponse(thrown, 'req_1')).toMatchObject({
      status: 503,
      isServerFault: false,
      headers: { 'Retry-After': '2' },
      body: { errors: [{ code: 'unavailable' }] },
    })
  }

  it('returns 503 with Retry-After for a lock timeout', async () => {
    const thrown = await openTwoTransactions(async (one) => {
      await one.query("set local lock_timeout = '20ms'")
      await one.query('select pg_advisory_xact_lock(82)')
    })
    expectBusy(thrown, '55P03')
  })

  it('returns 503 with Retry-After for a deadlock', async () => {
    const thrown = await openTwoTransactions((one, other) =>
      Promise.all([one.query('select pg_advisory_xact_lock(82)'), other.query('select pg_advisory_xact_lock(81)')]),
    )
    expectBusy(thrown, '40P01')
  })

  it('returns 503 with Retry-After for a serialization failure', async () => {
    const thrown = await openTwoTransactions((one) => one.query("do $$ begin raise sqlstate '40001'; end $$"))
    expectBusy(thrown, '40001')
  })

  it('returns 503 with Retry-After for a statement timeout', async () => {
    const thrown = await openTwoTransactions(async (one) => {
      await one.query("set local statement_timeout = '20ms'")
      await one.query('select pg_advisory_xact_lock(82)')
    })
    expectBusy(thrown, '57014')
  })

  it('returns 503 with Retry-After when no database connection becomes available in time', async () => {
    const pool = createPool(inject('testServerUrl'), { connections: 1, connectionTimeoutMs: 2_000 })
    const client = await pool.connect()
    const thrown = await thrownBy(pool.query('select 1'))
    client.release()
    await pool.end()
    expect(toProblemResponse(thrown, 'req_1')).toMatchObject({ status: 503, headers: { 'Retry-After': '5' } })
  })
})
