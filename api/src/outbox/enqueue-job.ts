import { sql, type Transaction } from 'kysely'
import { pipelined } from '../db/pipeline.ts'
import type { DB } from '../db/schema.ts'

/**
 * All jobs with their payloads. Each job's file adds its own type, for example: `declare module './enqueue-job.ts' {
 * interface Jobs { 'send-email': { emailMessageId: string } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: the files of the jobs add the fields
export interface Jobs {}

export type JobName = keyof Jobs & string

export interface JobOptions {
  runAt?: Date
  /** Key of the job. Only one pending job can have this key. Adding another one replaces its payload and time. */
  key?: string
  /** Name of a queue. Jobs in the same queue run one after the other. */
  queue?: string
  /**
   * Number of attempts until the job fails permanently, with exponential backoff. 25 attempts take about three days.
   */
  maxAttempts?: number
}

/**
 * Adds a job to the job table, which is the outbox. The job exists only if the transaction commits, and then runs at
 * least once. The queue uses real time even if a sandbox clock is ahead (ADR 38).
 */
export const enqueueJob = <Name extends JobName>(
  trx: Transaction<DB>,
  name: Name,
  payload: Jobs[Name],
  options: JobOptions = {},
): Promise<void> => enqueueJobs(trx, name, [{ payload, ...options }])

/** Same as `enqueueJob`, for several jobs with the same name in one statement. Their keys must be distinct. */
export async function enqueueJobs<Name extends JobName>(
  trx: Transaction<DB>,
  name: Name,
  jobs: readonly (JobOptions & { payload: Jobs[Name] })[],
): Promise<void> {
  if (jobs.length === 0) return
  const payloads = jobs.map(({ payload }) => JSON.stringify(payload))
  const runAts = jobs.map(({ runAt }) => runAt ?? null)
  const keys = jobs.map(({ key }) => key ?? null)
  const queues = jobs.map(({ queue }) => queue ?? null)
  const attempts = jobs.map(({ maxAttempts }) => maxAttempts ?? 25)
  await sql`${pipelined} select from graphile_worker.add_jobs(array(
    select row(${name}::text, payload::json, queue, run_at - clock_ahead(), attempts, key, null, null)::graphile_worker.job_spec
    from unnest(${payloads}::text[], ${queues}::text[], ${runAts}::timestamptz[], ${attempts}::smallint[], ${keys}::text[])
      with ordinality as job (payload, queue, run_at, attempts, key, place)
    order by place))`.execute(trx)
}

/** Cancels a pending job. Does nothing if the job is running or finished. */
export async function cancelJob(trx: Transaction<DB>, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key}::text)`.execute(trx)
}
