import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { JobName } from './enqueue.ts'

/**
 * Whether a job is still waiting or running: one with this name whose payload has `id` in `field`. A job that used up its attempts is
 * neither, although its row stays.
 */
export const hasPendingJob = (name: JobName, field: string, id: RawBuilder<string>) => sql<SqlBool>`exists (
  select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = ${name} and j.payload->>${field} = ${id}::text
    and (j.attempts < j.max_attempts or j.locked_at is not null))`

/** Jobs of this name that used up their attempts: their payload, last error and the time they were added. */
export const exhaustedJobs = (name: JobName) => sql`(
  select j.payload, j.last_error, j.created_at
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = ${name} and j.attempts >= j.max_attempts and j.locked_at is null)`
