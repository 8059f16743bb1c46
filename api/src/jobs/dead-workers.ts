import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'

// First half of the advisory locks that say "this worker is alive"; the second is the worker's name, hashed.
const lockClass = 7_205_411

/**
 * Holds a lock on one connection for each worker of this process. PostgreSQL lets go of them when the process dies,
 * however it dies, which tells the others that its jobs may be taken. (graphile-worker alone waits four hours.)
 */
export async function holdPresence(pool: pg.Pool, log: Logger) {
  const events: WorkerEvents = new EventEmitter()
  const client = await pool.connect()
  client.on('error', (error) => log.error({ err: error }, 'lost the connection that shows this worker is alive'))
  await client.query("set idle_session_timeout = 0; set application_name = 'tideline worker'")
  let shown: Promise<unknown> = Promise.resolve()
  events.on('worker:create', ({ worker }) => {
    // One after the other: a connection takes one query at a time.
    shown = shown
      .then(() => client.query('select pg_advisory_lock($1, hashtext($2))', [lockClass, worker.workerId]))
      .catch((error) => log.error({ err: error }, 'could not show that a worker is alive'))
  })
  return {
    events,
    release: async () => {
      await shown
      client.release(true)
    },
  }
}

/** Gives jobs back whose worker is gone; resolves to how many workers that were. */
export async function freeJobsOfDeadWorkers(pool: pg.Pool): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // A worker shows that it is alive a moment after it exists: jobs taken just now are left alone.
    const { rows } = await client.query<{ worker: string }>(
      `select locked_by as worker from (
         select distinct locked_by from graphile_worker._private_jobs where locked_at < now() - interval '5 seconds'
       ) workers where pg_try_advisory_xact_lock($1, hashtext(locked_by))`,
      [lockClass],
    )
    if (rows.length > 0)
      await client.query('select graphile_worker.force_unlock_workers($1::text[])', [rows.map((row) => row.worker)])
    await client.query('commit')
    return rows.length
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
