import { sql, type Transaction } from 'kysely'
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
export async function enqueueJob<Name extends JobName>(
  trx: Transaction<DB>,
  name: Name,
  payload: Jobs[Name],
  options: JobOptions = {},
): Promise<void> {
  const { runAt = null, key = null, queue = null, maxAttempts = 25 } = options
  await sql`select graphile_worker.add_job(
    ${name}::text, payload := ${JSON.stringify(payload)}::json, queue_name := ${queue}::text,
    run_at := ${runAt}::timestamptz - clock_ahead(), max_attempts := ${maxAttempts}::integer, job_key := ${key}::text)`.execute(
    trx,
  )
}

/** Cancels a pending job. Does nothing if the job is running or finished. */
export async function cancelJob(trx: Transaction<DB>, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key}::text)`.execute(trx)
}
