import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'

// First key of the advisory locks of live workers. The second key is the hash of the id in `locked_by`, which is the id
// of the worker pool.
const lockClass = 7_205_411

/**
 * Holds an advisory lock for each worker pool of this process. If the process dies, PostgreSQL releases the locks, and
 * other processes can take over its jobs immediately. Without these locks, graphile-worker would wait four hours.
 * `lost` resolves if the connection that holds the locks is closed.
 */
export async function holdWorkerLocks(pool: pg.Pool, log: Logger) {
  const events: WorkerEvents = new EventEmitter()
  const client = await pool.connect()
  const lost = new Promise<void>((resolve) => {
    client.on('error', (error) => {
      log.error({ err: error }, 'lost the database connection that holds the locks of the workers')
      resolve()
    })
  })
  await client.query("set idle_session_timeout = 0; set application_name = 'tideline worker'").catch((error) => {
    client.release(true)
    throw error
  })
  let shown: Promise<unknown> = Promise.resolve()
  events.on('pool:create', ({ workerPool }) => {
    // Runs one query after the other because a connection can run only one at a time.
    shown = shown
      .then(() => client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, workerPool.id]))
      .catch((error) => log.error({ err: error }, 'could not acquire the lock of a worker'))
  })
  return {
    events,
    lost,
    release: async () => {
      await shown
      client.release(true)
    },
  }
}

/** Number of crashes after which a job fails. */
export const maxCrashes = 10

/**
 * Queue for jobs that crashed twice. It runs one job at a time, so a job that kills its process interrupts no other job
 * of the queue.
 */
const quarantine = 'crashed'

/** SQL for the delay before a job runs again after a crash. The delay doubles with each crash, up to five minutes. */
const delay = `least(power(2, c.crash_count - 1) - 1, 300) * interval '1 second'`

/**
 * Unlocks the jobs of dead workers. A crash does not count as an attempt, but a job fails after `maxCrashes` crashes.
 * Returns the number of dead workers and of failed jobs.
 */
export async function releaseDeadWorkerJobs(pool: pg.Pool): Promise<{ workers: number; failedJobs: number }> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Skips jobs that were locked less than five seconds ago because a new worker may not have its advisory lock yet.
    const { rows } = await client.query<{ worker: string }>(
      `select locked_by as worker from (
         select distinct locked_by from graphile_worker._private_jobs where locked_at < now() - interval '5 seconds'
       ) workers where pg_try_advisory_xact_lock($1, hashtext(locked_by))`,
      [lockClass],
    )
    const workers = rows.map(({ worker }) => worker)
    const failedJobs = workers.length > 0 ? await countCrash(client, workers) : 0
    await client.query('commit')
    return { workers: workers.length, failedJobs }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/**
 * Counts a crash for each job of these workers and unlocks the job. Returns the number of jobs that failed because of
 * too many crashes.
 */
async function countCrash(client: pg.PoolClient, workers: string[]): Promise<number> {
  await client.query(
    `insert into job_crashes (job_id, crash_count, last_crashed_at)
     select id, 1, now() from graphile_worker._private_jobs where locked_by = any($1)
     on conflict (job_id) do update set crash_count = job_crashes.crash_count + 1, last_crashed_at = now()`,
    [workers],
  )
  await client.query(
    `insert into graphile_worker._private_job_queues (queue_name) values ($1) on conflict (queue_name) do nothing`,
    [quarantine],
  )
  const { rows } = await client.query<{ failed: boolean }>(
    `update graphile_worker._private_jobs j set
       attempts = case when c.crash_count >= $2 then j.max_attempts else greatest(j.attempts - 1, 0) end,
       last_error = case when c.crash_count >= $2 then format('The worker process died %s times while it ran this job.', c.crash_count)
         else j.last_error end,
       run_at = greatest(j.run_at, now()) + ${delay},
       job_queue_id = case when c.crash_count >= 2 and j.job_queue_id is null
         then (select id from graphile_worker._private_job_queues where queue_name = $3) else j.job_queue_id end
     from job_crashes c where c.job_id = j.id and j.locked_by = any($1)
     returning c.crash_count >= $2 as failed`,
    [workers, maxCrashes, quarantine],
  )
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [workers])
  await client.query(
    'delete from job_crashes c where not exists (select from graphile_worker._private_jobs j where j.id = c.job_id)',
  )
  return rows.filter(({ failed }) => failed).length
}
