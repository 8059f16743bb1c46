import { setTimeout } from 'node:timers/promises'
import { Logger, type RunnerOptions, runOnce, type TaskList } from 'graphile-worker'
import type { Logger as Log } from 'pino'
import { extendSessions } from '../accounts/extend-sessions.ts'
import { dayMs } from '../calendar/days.ts'
import { extendApiKeys } from '../credentials/extend-api-keys.ts'
import type { JobRunSummary, Sandbox } from '../http/context.ts'
import { holdWorkerLocks } from '../jobs/dead-workers.ts'
import { createJobHandlers } from '../jobs/handlers.ts'
import type { JobDependencies } from '../jobs/job-context.ts'
import { recurringJobNames } from '../jobs/schedule.ts'
import type { JobHandlers } from '../jobs/worker.ts'
import type { JobName } from '../outbox/enqueue-job.ts'
import type { SandboxClock } from './clock.ts'
import { withSandboxLock } from './sandbox-lock.ts'

export interface ClockAdvancerDependencies extends Omit<JobDependencies, 'clock'> {
  clock: SandboxClock
  log: Log
  /** Resets the sandbox. Part of the context of jobs. */
  reset: Sandbox['reset']
}

/** Dependencies for running jobs while the clock advances. */
interface Run {
  options: RunnerOptions
  tasks: Record<JobKind, TaskList>
  /** Returns the number of jobs that were started. */
  countRuns: () => number
}

/**
 * Recurring jobs run one after the other, in the order of their schedule. Other jobs run in parallel, except the jobs of
 * one policy. Jobs of the kind `email` only send an email.
 */
type JobKind = 'recurring' | 'email' | 'other'

const emailJobs: readonly string[] = ['send-mail', 'mail-statement', 'mail-payout'] satisfies JobName[]

const getJobKind = (job: string): JobKind => {
  if (recurringJobNames.includes(job)) return 'recurring'
  return emailJobs.includes(job) ? 'email' : 'other'
}

/** Maximum number of jobs that run in parallel. Emails share their statements, so they need only a few connections. */
const parallelJobs = { email: 16, other: 4, recurring: 1 }
/** Number of jobs that one statement locks. */
const jobBatchSize = 64

/**
 * Noon UTC, in milliseconds since midnight. At this time, the date is the same at every property. Recurring jobs run at
 * noon UTC and when the clock reaches its target.
 */
const noonMs = dayMs / 2
const getNextNoon = (now: Date): number => now.getTime() + dayMs - ((now.getTime() + noonMs) % dayMs)
/** Minimum step, in milliseconds. Jobs that become due within a minute run together. */
const leastStepMs = 60_000
/** Maximum wait for jobs that other processes are running, in milliseconds. */
const jobTimeoutMs = 60_000

/**
 * Creates the function that advances a sandbox clock (ADR 38). The clock moves in steps, to the next due job or bank
 * response or to the next noon. All due work is completed before the next step. If the process is killed, the clock
 * stays where it is.
 */
export function createClockAdvancer({ clock, log, reset, ...parts }: ClockAdvancerDependencies) {
  const { database, providers } = parts
  const { pool } = database
  const { simulator } = providers.stripe
  const written = createJobHandlers({
    ...parts,
    clock: clock.now,
    sandbox: { aheadMs: clock.aheadMs, advance: (ms) => advanceBy(ms), reset },
  })
  // Reads the clock before each job because another process may have advanced it. Jobs that run while this process
  // advances the clock do not need it, because only one process can advance it at a time.
  const handlers = Object.fromEntries(
    Object.entries<(payload: never, run: never) => Promise<void>>(written).map(([name, handle]) => [
      name,
      async (payload: never, run: never) => {
        await clock.refresh()
        await handle(payload, run)
      },
    ]),
  ) as unknown as JobHandlers

  /**
   * Advances the clock by one step. Sessions and API keys keep their remaining real time. Queued jobs become due
   * earlier.
   */
  async function step(ms: number): Promise<void> {
    await database.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('sandbox_clock')
        .values({ offset_ms: ms })
        .onConflict((row) =>
          row
            .column('singleton')
            .doUpdateSet(({ eb, ref }) => ({ offset_ms: eb(ref('sandbox_clock.offset_ms'), '+', ms) })),
        )
        .execute()
      await extendSessions(trx, ms)
      await extendApiKeys(trx, clock.now(), ms)
    })
    await pool.query(
      `update graphile_worker._private_jobs set run_at = run_at - $1 * interval '1 millisecond'
        where locked_at is null and run_at > now()`,
      [ms],
    )
    await clock.refresh()
  }

  /** Returns the milliseconds until the next job or bank response is due, or infinity if there is none. */
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

  /** Returns the kinds of jobs that are due or running. */
  async function findDueKinds(): Promise<Set<JobKind>> {
    const { rows } = await pool.query<{ name: string }>(
      `select distinct t.identifier as name
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where j.run_at <= now() and (j.attempts < j.max_attempts or j.locked_at is not null)`,
    )
    return new Set(rows.map(({ name }) => getJobKind(name)))
  }

  /** Runs jobs and bank responses until nothing is due. Other workers may also run some of these jobs. */
  async function runDue(run: Run): Promise<void> {
    const until = Date.now() + jobTimeoutMs
    do {
      await simulator?.catchUp()
      const due = await findDueKinds()
      if (due.size === 0) return
      const runsBefore = run.countRuns()
      const parallel = (['other', 'email'] as const).filter((kind) => due.has(kind))
      await Promise.all(parallel.map((kind) => runJobs(run, kind)))
      if (due.has('recurring')) await runJobs(run, 'recurring')
      if (run.countRuns() === runsBefore) await setTimeout(20)
    } while (Date.now() < until)
  }

  /** Runs the due jobs of one kind. Locks and completes them in groups. */
  const runJobs = ({ options, tasks }: Run, kind: JobKind): Promise<void> => {
    const worker = { localQueue: { size: jobBatchSize }, completeJobBatchDelay: 0 }
    return runOnce({ ...options, pgPool: pool, concurrency: parallelJobs[kind], preset: { worker } }, tasks[kind])
  }

  async function pass(ms: number, run: Run): Promise<void> {
    await runDue(run)
    let noon = getNextNoon(clock.now())
    for (let left = ms; left > 0; ) {
      const toNoon = Math.max(1, noon - clock.now().getTime())
      const stepMs = Math.round(Math.min(left, toNoon, Math.max(leastStepMs, await nextDueMs())))
      await step(stepMs)
      left -= stepMs
      // The clock also runs while jobs run, so noon can be reached before the step that leads to it.
      const isNoon = clock.now().getTime() >= noon
      if (isNoon) noon = getNextNoon(clock.now())
      if (isNoon || left <= 0) await addRecurring()
      await runDue(run)
    }
  }

  const addRecurring = () =>
    pool.query(
      `select graphile_worker.add_job(name, payload := '{}'::json, max_attempts := 1, job_key := 'sandbox:' || name)
        from unnest($1::text[]) name`,
      [recurringJobNames],
    )

  const advanceBy = (ms: number): Promise<JobRunSummary[]> =>
    withSandboxLock(pool, async () => {
      await clock.refresh()
      const presence = await holdWorkerLocks(pool, log)
      const options = { noHandleSignals: true, events: presence.events, logger: new Logger(() => () => undefined) }
      const ran = new Map<string, JobRunSummary>()
      const all = Object.entries(countingTasks(written, ran))
      const getTasks = (kind: JobKind) => Object.fromEntries(all.filter(([job]) => getJobKind(job) === kind))
      const tasks = { recurring: getTasks('recurring'), email: getTasks('email'), other: getTasks('other') }
      const countRuns = () => [...ran.values()].reduce((sum, { runs }) => sum + runs, 0)
      await pass(ms, { options, tasks, countRuns }).finally(presence.release)
      return [...ran.values()].sort((one, other) => one.job.localeCompare(other.job))
    })

  return { handlers, advanceBy }
}

/** Returns a function that runs work at once, but the work for one policy one after the other. */
function createPolicyQueues() {
  const last = new Map<string, Promise<void>>()
  return async (policyNo: string | undefined, work: () => Promise<void>): Promise<void> => {
    if (policyNo === undefined) return work()
    const result = (last.get(policyNo) ?? Promise.resolve()).then(work)
    const settled = result.catch(() => undefined)
    last.set(policyNo, settled)
    await settled
    if (last.get(policyNo) === settled) last.delete(policyNo)
    return result
  }
}

const countingTasks = (handlers: JobHandlers, ran: Map<string, JobRunSummary>): TaskList => {
  const runInPolicyQueue = createPolicyQueues()
  return Object.fromEntries(
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
        const { policyNo } = payload as { policyNo?: string }
        const work = () => handle(payload as never, run as never)
        await runInPolicyQueue(policyNo, work).catch((problem: unknown) => {
          counted.failures += 1
          throw problem
        })
      },
    ]),
  ) as TaskList
}
