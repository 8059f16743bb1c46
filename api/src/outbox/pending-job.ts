import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { JobName } from './enqueue-job.ts'

/**
 * SQL condition that a job with this name is pending or running and has `id` in the payload's `field`. A job without
 * attempts left does not count, although its row still exists.
 */
export const pendingJobCondition = (name: JobName, field: string, id: RawBuilder<string>) => sql<SqlBool>`exists (
  select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = ${name} and j.payload->>${field} = ${id}::text
    and (j.attempts < j.max_attempts or j.locked_at is not null))`

/** SQL for the jobs with this name that have no attempts left: payload, last error and creation time. */
export const exhaustedJobsSql = (name: JobName) => sql`(
  select j.payload, j.last_error, j.created_at
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where t.identifier = ${name} and j.attempts >= j.max_attempts and j.locked_at is null)`
