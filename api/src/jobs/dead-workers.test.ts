import type pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createPool } from '../db/database.ts'
import { createTestDatabase } from '../testing/database.ts'
import { holdWorkerLocks, maxCrashes, releaseDeadWorkerJobs } from './dead-workers.ts'

const { url } = await createTestDatabase()
const pool = createPool(url)
afterAll(() => pool.end())

beforeEach(() => pool.query('delete from graphile_worker._private_jobs'))

const addJob = () =>
  pool
    .query<{ id: string }>(`select (graphile_worker.add_job('send-mail', '{}'::json, max_attempts := 8)).id`)
    .then(({ rows }) => rows[0]?.id)

/** Puts a job in the state that a process crash leaves: locked, with the attempt counted. */
const crash = (id: unknown) =>
  pool.query(
    `update graphile_worker._private_jobs set locked_by = 'pool-gone', locked_at = now() - interval '1 minute', attempts = attempts + 1
     where id = $1`,
    [id],
  )

const jobs = async () =>
  (
    await pool.query(
      `select attempts, last_error, run_at > now() as is_delayed, j.is_available, q.queue_name
       from graphile_worker._private_jobs j left join graphile_worker._private_job_queues q on q.id = j.job_queue_id`,
    )
  ).rows

describe('holdWorkerLocks', () => {
  it('returns its connection to the pool if PostgreSQL stops during the first statement', async () => {
    let released = 0
    const client = {
      on: () => client,
      query: () => Promise.reject(new Error('Connection terminated unexpectedly')),
      release: () => released++,
    }
    const failing = { connect: async () => client } as unknown as pg.Pool
    await expect(holdWorkerLocks(failing, pino({ level: 'silent' }))).rejects.toThrow('terminated')
    expect(released).toBe(1)
  })
})

describe('releaseDeadWorkerJobs', () => {
  it('does not count an attempt as failed if the worker process dies', async () => {
    const id = await addJob()
    for (let time = 1; time < maxCrashes; time++) {
      await crash(id)
      expect(await releaseDeadWorkerJobs(pool)).toEqual({ workers: 1, failedJobs: 0 })
    }
    expect(await jobs()).toMatchObject([{ attempts: 0, is_available: true, last_error: null }])
  })

  it('reruns a job immediately after one crash, and delayed in a separate queue after two', async () => {
    const id = await addJob()
    await crash(id)
    await releaseDeadWorkerJobs(pool)
    expect(await jobs()).toMatchObject([{ is_delayed: false, queue_name: null }])
    await crash(id)
    await releaseDeadWorkerJobs(pool)
    expect(await jobs()).toMatchObject([{ is_delayed: true, queue_name: 'crashed' }])
  })

  it('marks a job as failed after too many crashes', async () => {
    const id = await addJob()
    for (let time = 1; time <= maxCrashes; time++) {
      await crash(id)
      const { failedJobs } = await releaseDeadWorkerJobs(pool)
      expect(failedJobs).toBe(time === maxCrashes ? 1 : 0)
    }
    expect(await jobs()).toMatchObject([
      { attempts: 8, is_available: false, last_error: 'The worker process died 10 times while it ran this job.' },
    ])
  })

  it('deletes crash counts for finished jobs', async () => {
    await crash(await addJob())
    await releaseDeadWorkerJobs(pool)
    await pool.query('delete from graphile_worker._private_jobs')
    await crash(await addJob())
    await releaseDeadWorkerJobs(pool)
    expect((await pool.query('select crash_count from job_crashes')).rows).toEqual([{ crash_count: 1 }])
  })
})
