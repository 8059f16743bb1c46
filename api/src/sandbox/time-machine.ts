import { setTimeout } from 'node:timers/promises'
import { Logger, runTaskListOnce, type TaskList } from 'graphile-worker'
import type { PoolClient } from 'pg'
import type { Logger as Log } from 'pino'
import { cacheSessions } from '../accounts/session-cache.ts'
import { dayMs } from '../calendar/days.ts'
import { cacheApiKeys } from '../credentials/api-key-cache.ts'
import { conflict } from '../http/api-error.ts'
import type { RanJobs } from '../http/context.ts'
import { announceWorker } from '../jobs/dead-workers.ts'
import { jobHandlers } from '../jobs/handlers.ts'
import type { JobParts } from '../jobs/job-ctx.ts'
import { recurring } from '../jobs/schedule.ts'
import type { JobHandlers } from '../jobs/worker.ts'
import type { SandboxClock } from './clock.ts'

export interface TimeMachineParts extends Omit<JobParts, 'clock'> {
  clock: SandboxClock
  log: Log
}

/** What jobs run with while time passes: a connection, and signs that their worker is alive. */
interface Run {
  client: PoolClient
  options: Parameters<typeof runTaskListOnce>[0]
  tasks: TaskList
}

// The advisory lock of whoever lets time pass; the second half of the key is the first of its kind.
const lockKey = [7_205_412, 1]
/** Noon UTC: by then every property's day is the same as UTC's. The recurring jobs run then, and where the passing ends. */
const noonMs = dayMs / 2
/** What falls due within a minute is run together. */
const leastStepMs = 60_000
/** How long another process gets for a job that it has taken, in milliseconds. */
const patienceMs = 60_000

/**
 * Lets time pass in a sandbox (ADR 38). The clock goes forward in steps: to the next moment at which a job or a bank's answer is due, at most to the
 * next noon. What is due there runs by its own code, to the end, before the clock goes on. A process that is killed on the way leaves a clock that stands somewhere
 * on the way, and jobs that are due.
 */
export function createTimeMachine({ clock, log, ...parts }: TimeMachineParts) {
  const { database, providers } = parts
  const { pool } = database
  const { simulator } = providers.stripe
  const written = jobHandlers({ ...parts, clock: clock.now, sandbox: { aheadMs: clock.aheadMs, letPass } })
  // Another process may have put the clock forward since this one looked.
  const handlers = Object.fromEntries(
    Object.entries<(payload: never, run: never) => Promise<void>>(written).map(([name, handle]) => [
      name,
      async (payload: never, run: never) => {
        await clock.refresh()
        await handle(payload, run)
      },
    ]),
  ) as unknown as JobHandlers

  /** Puts the clock forward; what waits for a moment of this clock, and not of the world's, keeps its distance from it. */
  async function step(ms: number): Promise<void> {
    await database.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('sandbox_clock')
        .values({ ahead_ms: ms })
        .onConflict((row) =>
          row
            .column('is_only')
            .doUpdateSet(({ eb, ref }) => ({ ahead_ms: eb(ref('sandbox_clock.ahead_ms'), '+', ms) })),
        )
        .execute()
      await cacheSessions(trx, ms)
      await cacheApiKeys(trx, clock.now(), ms)
    })
    await pool.query(
      `update graphile_worker._private_jobs set run_at = run_at - $1 * interval '1 millisecond'
        where locked_at is null and run_at > now()`,
      [ms],
    )
    await clock.refresh()
  }

  /** Milliseconds until something is due, from now; nothing where nothing waits. */
  async function nextDueMs(): Promise<number> {
    const { rows } = await pool.query<{ ms: number | null }>(
      `select extract(epoch from min(run_at) - now())::float8 * 1000 as ms from graphile_worker._private_jobs
        where run_at > now() and attempts < max_attempts`,
    )
    const bank = await simulator?.nextDue()
    return Math.min(
      rows[0]?.ms ?? Number.POSITIVE_INFINITY,
      bank ? bank.getTime() - clock.now().getTime() : Number.POSITIVE_INFINITY,
    )
  }

  const isBusy = async () => {
    const { rows } = await pool.query(
      'select from graphile_worker._private_jobs where run_at <= now() and (attempts < max_attempts or locked_at is not null) limit 1',
    )
    return rows.length > 0
  }

  /** Runs jobs and the bank's answers until nothing is due, wherever they run: the house's other workers take their share. */
  async function runDue(run: Run): Promise<void> {
    const until = Date.now() + patienceMs
    do {
      await simulator?.catchUp()
      if (!(await isBusy())) return
      await runTaskListOnce(run.options, run.tasks, run.client).promise
      await simulator?.catchUp()
      if (await isBusy()) await setTimeout(20)
    } while (Date.now() < until)
  }

  async function pass(ms: number, run: Run): Promise<void> {
    await runDue(run)
    for (let left = ms; left > 0; ) {
      const toNoon = dayMs - ((clock.now().getTime() + noonMs) % dayMs)
      const stepMs = Math.round(Math.min(left, toNoon, Math.max(leastStepMs, await nextDueMs())))
      await step(stepMs)
      left -= stepMs
      if (stepMs === toNoon || left <= 0) await addRecurring()
      await runDue(run)
    }
  }

  const addRecurring = () =>
    pool.query(
      `select graphile_worker.add_job(name, payload := '{}'::json, max_attempts := 1, job_key := 'sandbox:' || name)
        from unnest($1::text[]) name`,
      [recurring],
    )

  async function letPass(ms: number): Promise<RanJobs[]> {
    const client = await pool.connect()
    try {
      if (!(await tryLock(client)))
        throw conflict('clock_moving', 'The clock is already advancing. Wait until it is done.')
      const presence = await announceWorker(pool, log)
      const options = { noHandleSignals: true, events: presence.events, logger: new Logger(() => () => undefined) }
      const ran = new Map<string, RanJobs>()
      await pass(ms, { client, options, tasks: countingTasks(handlers, ran) }).finally(presence.release)
      return [...ran.values()].sort((one, other) => one.job.localeCompare(other.job))
    } finally {
      // The next who asks need not wait for the connection to end; were it lost, the lock is gone with it.
      await client.query('select pg_advisory_unlock($1, $2)', lockKey).catch(() => undefined)
      client.release(true)
    }
  }

  return { handlers, letPass }
}

const tryLock = async (client: PoolClient): Promise<boolean> => {
  const { rows } = await client.query<{ is_ours: boolean }>('select pg_try_advisory_lock($1, $2) as is_ours', lockKey)
  return rows[0]?.is_ours ?? false
}

const countingTasks = (handlers: JobHandlers, ran: Map<string, RanJobs>): TaskList =>
  Object.fromEntries(
    Object.entries<(payload: never, run: never) => Promise<void>>(handlers).map(([job, handle]) => [
      job,
      async (
        payload: unknown,
        { job: row, abortSignal }: { job: { attempts: number; max_attempts: number }; abortSignal?: AbortSignal },
      ) => {
        const counted = ran.get(job) ?? { job, runs: 0, failures: 0 }
        ran.set(job, counted)
        counted.runs += 1
        const run = { attempt: row.attempts, maxAttempts: row.max_attempts, signal: abortSignal }
        await handle(payload as never, run as never).catch((problem: unknown) => {
          counted.failures += 1
          throw problem
        })
      },
    ]),
  ) as TaskList
