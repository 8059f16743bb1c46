import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { createPool } from '../db/database.ts'
import type { DB } from '../db/schema.ts'
import { enqueueJob, type JobOptions } from '../outbox/enqueue-job.ts'
import { createTestDatabase } from '../testing/database.ts'
import { releaseDeadWorkerJobs } from './dead-workers.ts'
import { startWorker } from './worker.ts'

const { db, url } = await createTestDatabase()
const pool = createPool(url, { connections: 10 })
afterAll(() => pool.end())
const log = pino({ level: 'silent' })

// All tests use the name of one real job because the queue does not interpret payloads.
const add = (trx: Transaction<DB>, name: string, options?: JobOptions) =>
  enqueueJob(trx, 'refresh-page-marks', { name } as never, options)

const waitingJobs = async () => (await pool.query('select 1 from graphile_worker.jobs')).rowCount

/** Starts a worker that passes the name of each job to `handle`. */
const startNamedWorker = (handle: (name: string) => Promise<void>) =>
  startWorker({
    pool,
    log,
    crontab: '',
    handlers: { 'refresh-page-marks': (payload) => handle((payload as unknown as { name: string }).name) },
  })

/** Runs jobs until the handler has received `expected` names. */
async function runJobs(expected: number, handle: (name: string) => Promise<void> = async () => {}) {
  const seen: string[] = []
  let arrived = () => {}
  const all = new Promise<void>((done) => {
    arrived = done
  })
  const worker = await startNamedWorker(async (name) => {
    seen.push(name)
    if (seen.length >= expected) arrived()
    await handle(name)
  })
  await all
  await worker.stop()
  return seen
}

/** Counts the advisory locks that show which workers are alive. */
const countLocks = async () => {
  const { rowCount } = await pool.query(
    `select from pg_locks where locktype = 'advisory' and granted and classid = 7205411
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rowCount
}

describe('outbox', () => {
  test('runs a job after its transaction has committed', async () => {
    await db.transaction().execute((trx) => add(trx, 'committed'))
    expect(await runJobs(1)).toEqual(['committed'])
    expect(await waitingJobs()).toBe(0)
  })

  test('does not run a job if its transaction was rolled back', async () => {
    const failing = db.transaction().execute(async (trx) => {
      await add(trx, 'rolled back')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await waitingJobs()).toBe(0)
  })

  test('replaces a queued job that has the same key', async () => {
    await db.transaction().execute(async (trx) => {
      await add(trx, 'first', { key: 'same' })
      await add(trx, 'second', { key: 'same' })
    })
    expect(await runJobs(1)).toEqual(['second'])
  })

  test('requeues a job after an error and counts the attempt', async () => {
    await db.transaction().execute((trx) => add(trx, 'fails'))
    await runJobs(1, async () => {
      throw new Error('not yet')
    })
    // The queue records the error on another connection, so it may appear slightly later.
    const readJobs = async () =>
      (await pool.query('select attempts, last_error from graphile_worker._private_jobs')).rows
    await expect.poll(readJobs).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('not yet') }])
    await pool.query('delete from graphile_worker._private_jobs')
  })

  test('finishes the running job before the worker stops', async () => {
    await db.transaction().execute((trx) => add(trx, 'slow'))
    let isDone = false
    await runJobs(1, async () => {
      await pool.query('select pg_sleep(0.3)')
      isDone = true
    })
    expect(isDone).toBe(true)
    // The queue records the completion on another connection, so the job may disappear slightly later.
    await expect.poll(waitingJobs).toBe(0)
  })

  test('does not take over a long job while its worker is alive', async () => {
    await db.transaction().execute((trx) => add(trx, 'long'))
    const released = await new Promise((resolve, reject) => {
      runJobs(1, async () => {
        await pool.query("update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'")
        await releaseDeadWorkerJobs(pool).then(resolve, reject)
      }).catch(reject)
    })
    expect(released).toEqual({ workers: 0, failedJobs: 0 })
    await expect.poll(waitingJobs).toBe(0)
  })

  test('runs jobs left by a dead worker when the next worker starts', async () => {
    await db.transaction().execute((trx) => add(trx, 'orphan'))
    await pool.query(
      "update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 minute'",
      [`pool-${randomUUID()}`],
    )
    expect(await runJobs(1)).toEqual(['orphan'])
  })

  test('runs jobs again after all connections to PostgreSQL were closed', async () => {
    const ran: string[] = []
    const worker = await startNamedWorker(async (name) => {
      ran.push(name)
    })
    await expect.poll(countLocks).toBe(1)
    await pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    // Queues the job after the closed connections have left the pool.
    await expect.poll(() => db.transaction().execute((trx) => add(trx, 'after the outage'))).toBeUndefined()
    await expect.poll(() => ran, { timeout: 20_000 }).toContain('after the outage')
    await expect.poll(countLocks).toBe(1)
    await worker.stop()
    await expect.poll(countLocks).toBe(0)
  })

  test('runs jobs again after PostgreSQL did not answer while a result was recorded', async () => {
    const silentPool = createPool(url, { connections: 10 })
    const connect = silentPool.connect.bind(silentPool) as (callback?: unknown) => Promise<never>
    let isSilent = false
    const connectUnlessSilent = (callback?: unknown) => (isSilent ? new Promise(() => {}) : connect(callback))
    silentPool.connect = connectUnlessSilent as typeof silentPool.connect
    const ran: string[] = []
    const worker = await startWorker({
      pool: silentPool,
      log,
      crontab: '',
      stopTimeoutMs: 500,
      handlers: {
        'refresh-page-marks': async (payload) => {
          const { name } = payload as unknown as { name: string }
          ran.push(name)
          if (name === 'during the outage') {
            isSilent = true
            throw new Error('no connection')
          }
        },
      },
    })
    await db.transaction().execute((trx) => add(trx, 'during the outage'))
    await expect.poll(() => isSilent).toBe(true)
    // Waits until the worker records the result. Then closes the connection that holds its lock.
    await wait(100)
    await pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'tideline worker'",
    )
    isSilent = false
    await db.transaction().execute((trx) => add(trx, 'after the outage'))
    await expect.poll(() => ran, { timeout: 10_000 }).toContain('after the outage')
    await worker.stop()
    await silentPool.end()
    await pool.query('delete from graphile_worker._private_jobs')
  })
})
