import { afterAll, describe, expect, inject, it } from 'vitest'
import { createPool } from './database.ts'
import { NoFreeConnectionError, runAsCaller } from './fair-pool.ts'
import { runInTransactionScope } from './transaction-scope.ts'

const lock = 4_242
const pool = createPool(inject('testServerUrl'), { connections: 10, connectionTimeoutMs: 2_000 })
afterAll(() => pool.end())

/** Holds an advisory lock so that the queries of the pool wait. */
async function holdLock() {
  const client = await pool.connect()
  await client.query('select pg_advisory_lock($1)', [lock])
  return async () => {
    await client.query('select pg_advisory_unlock($1)', [lock])
    client.release()
  }
}

const waitForLock = () => pool.query('select pg_advisory_lock_shared($1), pg_advisory_unlock_shared($1)', [lock])
const inUse = () => pool.totalCount - pool.idleCount

describe('FairPool', () => {
  it('limits one caller to half of the connections and leaves the other half to other callers', async () => {
    const release = await holdLock()
    const greedy = Array.from({ length: 40 }, () => runAsCaller('greedy', waitForLock))
    await expect.poll(inUse).toBe(6)
    for (let read = 0; read < 10; read++)
      expect(await runAsCaller('other', () => pool.query('select 1 as one'))).toMatchObject({ rows: [{ one: 1 }] })
    expect(inUse()).toBe(6)
    await release()
    await Promise.all(greedy)
    await expect.poll(inUse).toBe(0)
  })

  it('rejects a query when all connections of its caller remain in use', async () => {
    const release = await holdLock()
    const queries = Array.from({ length: 6 }, () => runAsCaller('greedy', waitForLock).catch((error) => error))
    expect(await Promise.race(queries)).toBeInstanceOf(NoFreeConnectionError)
    await release()
    const results = await Promise.all(queries)
    expect(results.filter((result) => result instanceof NoFreeConnectionError)).toHaveLength(1)
    await expect.poll(inUse).toBe(0)
  })

  it('lets queries inside a transaction run even when their caller has reached the limit', async () => {
    const transactions = Array.from({ length: 5 }, () =>
      runAsCaller('nested', async () => {
        const client = await pool.connect()
        await client.query('select pg_sleep(0.05)')
        const { rowCount } = await runInTransactionScope(() => pool.query('select 1'))
        client.release()
        return rowCount
      }),
    )
    expect(await Promise.all(transactions)).toEqual([1, 1, 1, 1, 1])
  })

  it('ignores the second release of a connection by a callback', async () => {
    const release = await new Promise<() => void>((resolve) => pool.connect((_, __, done) => resolve(done)))
    release()
    await expect.poll(inUse).toBe(0)
    expect(release).not.toThrow()
    expect(await pool.query('select 1')).toMatchObject({ rowCount: 1 })
  })

  it("releases a caller's connection when the connection breaks", async () => {
    for (let round = 0; round < 12; round++)
      await expect(
        runAsCaller('unlucky', () => pool.query('select pg_terminate_backend(pg_backend_pid())')),
      ).rejects.toThrow()
    expect(await runAsCaller('unlucky', () => pool.query('select 1'))).toMatchObject({ rowCount: 1 })
  })

  it("releases a caller's connection when the connection cannot be opened", async () => {
    const away = createPool('postgres://nobody@127.0.0.1:1/none')
    for (let round = 0; round < 12; round++)
      await expect(runAsCaller('unlucky', () => away.query('select 1'))).rejects.toThrow('ECONNREFUSED')
    await away.end()
  })
})
