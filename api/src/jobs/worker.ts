import { once } from 'node:events'
import { setInterval } from 'node:timers'
import { setTimeout as wait } from 'node:timers/promises'
import { Logger, makeWorkerUtils, run, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import type { Logger as Log } from 'pino'
import type { JobName, Jobs } from '../outbox/enqueue-job.ts'
import { holdWorkerLocks, releaseDeadWorkerJobs } from './dead-workers.ts'
import { crontabSchedule } from './schedule.ts'

interface JobRun {
  attempt: number
  maxAttempts: number
  /** Signal that aborts the job because the process must stop. Another process then runs the job again. */
  signal: AbortSignal | undefined
}

export type JobHandlers = { [Name in JobName]: (payload: Jobs[Name], run: JobRun) => Promise<void> }

export interface WorkerOptions {
  pool: pg.Pool
  handlers: Partial<JobHandlers>
  log: Log
  /** Number of jobs that run concurrently in this process. */
  concurrency?: number
  /**
   * Recurring jobs in crontab format, in UTC. Defaults to `schedule`. Each job runs once, regardless of the number of
   * processes.
   */
  crontab?: string
  /** Time after which a worker that does not stop is abandoned, in milliseconds. */
  stopTimeoutMs?: number
}

const sweepEveryMs = 15_000
/** Time between attempts to run jobs again after a lost connection, in milliseconds. */
const restartAfterMs = 1000

/** Creates or updates the tables of the job queue. Several processes can call it at the same time. */
export async function migrateJobTables(url: string): Promise<void> {
  const utils = await makeWorkerUtils({ connectionString: url, logger: new Logger(() => () => undefined) })
  await utils.migrate().finally(() => utils.release())
}

/**
 * Runs jobs until `stop` is called. `stop` starts no new jobs and waits for running ones. Jobs still running after five
 * seconds are aborted and requeued. If the connection to PostgreSQL is lost, runs jobs again as soon as possible.
 */
export async function startWorker(options: WorkerOptions): Promise<{ stop: () => Promise<void> }> {
  const { pool, log } = options
  const sweep = () =>
    releaseDeadWorkerJobs(pool).then(
      ({ workers, failedJobs }) => {
        if (workers > 0) log.warn({ workers }, 'took over the jobs of dead workers')
        if (failedJobs > 0) log.error({ failedJobs }, 'jobs failed because their worker process crashed too often')
      },
      (error) => log.error({ err: error }, 'could not check for dead workers'),
    )
  await sweep()
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = once(signal, 'abort')
  let runner = await startRunner(options)
  const restart = async () => {
    while (!signal.aborted)
      try {
        return await startRunner(options)
      } catch (error) {
        log.error({ err: error }, 'could not start the job worker')
        await wait(restartAfterMs, undefined, { signal }).catch(() => undefined)
      }
    return runner
  }
  const supervise = async () => {
    for (;;) {
      await Promise.race([runner.ended, stopped])
      await runner.stop()
      if (signal.aborted) return
      log.error('the job worker stopped and starts again')
      runner = await restart()
    }
  }
  const supervised = supervise()
  const sweeper = setInterval(sweep, sweepEveryMs)
  return {
    stop: async () => {
      clearInterval(sweeper)
      stopping.abort()
      await supervised
    },
  }
}

/**
 * Starts to run jobs. `ended` resolves if it can run no more jobs, or if PostgreSQL has released the locks that show
 * that its workers are alive.
 */
async function startRunner({
  pool,
  log,
  handlers,
  concurrency = 4,
  crontab = crontabSchedule,
  stopTimeoutMs = 8000,
}: WorkerOptions) {
  const presence = await holdWorkerLocks(pool, log)
  // The library also shuts down by itself, for example if it cannot record the result of a job.
  const shutDown = new Promise((resolve) => void presence.events.once('pool:gracefulShutdown', resolve))
  try {
    const runner = await run(
      {
        pgPool: pool,
        concurrency,
        crontab,
        // The process handles signals itself so that it can stop its parts in order.
        noHandleSignals: true,
        logger: loggerTo(log),
        preset: {
          worker: {
            gracefulShutdownAbortTimeout: 5000,
            // Without batches, the library does not handle an error while it records the result of a job, and the
            // process would end if PostgreSQL is unavailable at this moment.
            completeJobBatchDelay: 0,
            failJobBatchDelay: 0,
          },
        },
        events: presence.events,
      },
      taskList(handlers),
    )
    const finished = runner.promise.catch((error) => log.error({ err: error }, 'the job worker failed'))
    return {
      ended: Promise.race([presence.lost, shutDown, finished]),
      stop: async () => {
        // Rejects only if the runner is already stopping because of an error.
        const isStopped = runner
          .stop()
          .catch(() => undefined)
          .then(() => finished)
        // The library waits forever if PostgreSQL does not answer, or if the results of several jobs could not be
        // recorded. The runner starts no more jobs then. Releasing its locks lets other workers take over its jobs.
        await Promise.race([isStopped, wait(stopTimeoutMs, undefined, { ref: false })])
        await presence.release()
      },
    }
  } catch (error) {
    await presence.release()
    throw error
  }
}

const taskList = (handlers: Partial<JobHandlers>): TaskList =>
  Object.fromEntries(
    Object.entries<(payload: never, run: JobRun) => Promise<void>>(handlers).map(([name, handle]) => [
      name,
      (payload: unknown, { job, abortSignal }) =>
        handle(payload as never, { attempt: job.attempts, maxAttempts: job.max_attempts, signal: abortSignal }),
    ]),
  ) as TaskList

const loggerTo = (log: Log) =>
  new Logger((scope) => (level, message, meta) => {
    const write = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const
    log[write[level]](
      { job: scope.taskIdentifier, jobId: scope.jobId, ...(meta?.error ? { err: meta.error } : {}) },
      message,
    )
  })
