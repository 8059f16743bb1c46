import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'

/**
 * Every job and what it is given. A job's file adds its own line:
 * `declare module './enqueue.ts' { interface Jobs { 'send-email': { emailMessageId: string } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the files of the jobs
export interface Jobs {}

export type JobName = keyof Jobs & string

export interface JobOptions {
  runAt?: Date
  /** At most one waiting job has this key; adding it again replaces its payload and time. */
  key?: string
  /** Jobs of one queue run one after the other. */
  queue?: string
  /** Attempts until the job is given up, with exponential back-off in between: 25 are about three days. */
  maxAttempts?: number
}

/**
 * Adds a job to the outbox, which is the jobs table itself: it is there if and only if the transaction commits, and
 * runs at least once after that. The queue goes by the world's clock, which a sandbox's is ahead of (ADR 38).
 */
export async function enqueue<Name extends JobName>(
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

/** Takes a job back that still waits; one that runs or is gone is left alone. */
export async function cancelJob(trx: Transaction<DB>, key: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${key}::text)`.execute(trx)
}
