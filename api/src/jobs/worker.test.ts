import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { createPool } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { enqueue, type JobOptions } from '../outbox/enqueue.ts'
import { createTestDatabase } from '../testing/database.ts'
import { startWorker } from './worker.ts'

const { db, url } = await createTestDatabase()
const pool = createPool(url, { connections: 10 })
afterAll(() => pool.end())
const log = pino({ level: 'silent' })

// The queue neither knows nor cares what a job is given: one real name stands for all.
const add = (trx: Transaction<DB>, name: string, options?: JobOptions) =>
  enqueue(trx, 'refresh-page-marks', { name } as never, options)

const waitingJobs = async () => (await pool.query('select 1 from graphile_worker.jobs')).rowCount

/** Runs the jobs until `expected` names have arrived. */
async function runJobs(expected: number, handle: (name: string) => Promise<void> = async () => {}) {
  const seen: string[] = []
  let arrived = () => {}
  const all = new Promise<void>((done) => {
    arrived = done
  })
  const worker = await startWorker({
    pool,
    log,
    crontab: '',
    handlers: {
      'refresh-page-marks': async (payload) => {
        const { name } = payload as unknown as { name: string }
        seen.push(name)
        if (seen.length >= expected) arrived()
        await handle(name)
      },
    },
  })
  await all
  await worker.stop()
  return seen
}

describe('the outbox', () => {
  test('a job runs once its transaction has committed', async () => {
    await db.transaction().execute((trx) => add(trx, 'committed'))
    expect(await runJobs(1)).toEqual(['committed'])
    expect(await waitingJobs()).toBe(0)
  })

  test('a job of a transaction that rolled back never was', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await add(trx, 'rolled back')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await waitingJobs()).toBe(0)
  })

  test('a job with the key of a waiting one replaces it', async () => {
    await db.transaction().execute(async (trx) => {
      await add(trx, 'first', { key: 'same' })
      await add(trx, 'second', { key: 'same' })
    })
    expect(await runJobs(1)).toEqual(['second'])
  })

  test('a job that throws goes back and is tried again', async () => {
    await db.transaction().execute((trx) => add(trx, 'fails'))
    await runJobs(1, async () => {
      throw new Error('not yet')
    })
    const { rows } = await pool.query('select attempts, last_error from graphile_worker._private_jobs')
    expect(rows).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('not yet') }])
    await pool.query('delete from graphile_worker._private_jobs')
  })

  test('a job that runs at stop is finished first', async () => {
    await db.transaction().execute((trx) => add(trx, 'slow'))
    let isDone = false
    await runJobs(1, async () => {
      await pool.query('select pg_sleep(0.3)')
      isDone = true
    })
    expect(isDone).toBe(true)
    // The queue hears of it on a connection that the pool waits for before it ends.
    await expect.poll(waitingJobs).toBe(0)
  })

  test('the jobs of a worker that died are taken over at the next start', async () => {
    await db.transaction().execute((trx) => add(trx, 'orphan'))
    await pool.query(
      "update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 minute'",
      [`worker-${randomUUID()}`],
    )
    expect(await runJobs(1)).toEqual(['orphan'])
  })
})
