import { type Kysely, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { BulkJobItem, BulkJob as BulkJobTable, DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { createForbiddenError, createNotFoundError } from '../http/api-error.ts'
import { type Ctx, getAccountId } from '../http/context.ts'
import { type Page, type PageQuery, readPage } from '../http/page.ts'

export type BulkJob = Operations['getBulkJob']['response']['payload']
type Item = Operations['listBulkJobItems']['response']['payload']['items'][number]
export type JobRow = Selectable<BulkJobTable> & { can_undo: boolean; is_own: boolean; requester: string }

/** SQL condition: a later job has undone item `i`. */
export const undoneCondition = sql<SqlBool>`exists (
  select from bulk_jobs u join bulk_job_items taken on taken.bulk_job_id = u.bulk_job_id
  where u.undoes_job_id = i.bulk_job_id and taken.policy_no = i.policy_no and taken.state = 'done')`

/** SQL condition: job `j` has results that can be undone now. */
const undoableCondition = sql<boolean>`j.action = 'nonRenew' and j.finished_at is not null
  and not exists (select from bulk_jobs u where u.undoes_job_id = j.bulk_job_id and u.finished_at is null)
  and exists (select from bulk_job_items i where i.bulk_job_id = j.bulk_job_id and i.state = 'done' and not ${undoneCondition})`

type JobReader = Pick<Ctx, 'actor' | 'db'>

/** Returns whether the caller may see the jobs of all users (UI-26). */
const canSeeAllJobs = ({ actor }: Pick<Ctx, 'actor'>) => actor.kind === 'staff' && actor.roles.has('superuser')

/** SQL columns of job `j` that depend on the caller. Only the requester can undo a job. */
const getCallerColumns = ({ actor }: Pick<Ctx, 'actor'>) => {
  const isOwn = sql<boolean>`j.requested_by = ${getAccountId(actor)}`
  return {
    isOwn,
    canUndo: sql<boolean>`(${isOwn} and ${undoableCondition})`,
    requester: sql<string>`(select coalesce(nullif(btrim(c.first_name || ' ' || c.last_name), ''), c.email::text)
      from accounts c where c.account_id = j.requested_by)`,
  }
}

export const toBulkJobResponse = (row: JobRow): BulkJob => ({
  id: row.bulk_job_id,
  action: row.action,
  note: row.note,
  status: row.state,
  total: row.total_items,
  succeeded: row.done_items,
  failed: row.failed_items,
  error: row.error,
  undoes: row.undoes_job_id,
  canUndo: row.can_undo,
  requestedBy: row.requester,
  isOwn: row.is_own,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

function selectJob(ctx: JobReader, jobId: string) {
  const { isOwn, canUndo, requester } = getCallerColumns(ctx)
  return ctx.db
    .selectFrom('bulk_jobs as j')
    .selectAll('j')
    .select([canUndo.as('can_undo'), isOwn.as('is_own'), requester.as('requester')])
    .where('bulk_job_id', '=', jobId)
}

/** Throws 404 if the job does not exist or is not visible to the caller (UI-26). */
function checkVisible(ctx: Pick<Ctx, 'actor'>, jobId: string, row: JobRow | undefined): JobRow {
  if (!row || (!row.is_own && !canSeeAllJobs(ctx))) throw createNotFoundError({ bulkJobId: jobId })
  return row
}

/**
 * Returns one of the caller's jobs. Superusers can read the jobs of all users.
 *
 * @throws {ApiError} 404 if the job does not exist or is not visible to the caller
 */
export async function requireVisibleJob(ctx: JobReader, jobId: string): Promise<JobRow> {
  return checkVisible(ctx, jobId, await selectJob(ctx, jobId).executeTakeFirst())
}

/**
 * Returns one of the caller's jobs and locks its row until the transaction ends. Other users' jobs cannot be changed.
 *
 * @throws {ApiError} 404 if the job does not exist or is not visible to the caller; 403 if another user requested it
 */
export async function lockOwnJob(ctx: Pick<Ctx, 'actor'> & { db: Transaction<DB> }, jobId: string): Promise<JobRow> {
  const row = checkVisible(ctx, jobId, await selectJob(ctx, jobId).forUpdate().executeTakeFirst())
  if (!row.is_own) throw createForbiddenError(`Only ${row.requester} can stop or undo this job.`)
  return row
}

type JobQuery = PageQuery & { scope?: 'own' | 'all' | undefined }

/**
 * Lists the caller's jobs or, for superusers, the jobs of all users, newest first (UI-26).
 *
 * @throws {ApiError} 403 if the caller may not see the jobs of all users
 */
export function listJobs(ctx: JobReader, { scope = 'own', ...query }: JobQuery): Promise<Page<BulkJob>> {
  if (scope === 'all' && !canSeeAllJobs(ctx))
    throw createForbiddenError('Only superusers can list the jobs of all users.')
  const { isOwn, canUndo, requester } = getCallerColumns(ctx)
  return readPage<JobRow, BulkJob>(
    ctx.db,
    {
      columns: sql`j.*, ${canUndo} as can_undo, ${isOwn} as is_own, ${requester} as requester`,
      from: sql`bulk_jobs j`,
      where: scope === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`${isOwn}`,
      order: [
        { column: sql`j.created_at`, type: 'timestamptz', direction: 'desc' },
        { column: sql`j.bulk_job_id`, type: 'uuid', direction: 'desc' },
      ],
      present: (rows) => rows.map(toBulkJobResponse),
    },
    query,
  )
}

type ItemRow = Selectable<BulkJobItem>

const toItemResponse = (row: ItemRow): Item => ({
  policyNo: row.policy_no,
  status: row.state,
  error: row.reason,
  code: row.code as Item['code'],
  finishedAt: row.finished_at?.toISOString() ?? null,
})

/** Lists the policies of a job in processing order. */
export const listBulkJobItems = (
  db: Kysely<DB>,
  jobId: string,
  { status, ...query }: PageQuery & { status?: Item['status'] | undefined },
): Promise<Page<Item>> =>
  readPage<ItemRow, Item>(
    db,
    {
      columns: sql`i.*`,
      from: sql`bulk_job_items i`,
      where: sql<SqlBool>`i.bulk_job_id = ${jobId} and ${status ? sql<SqlBool>`i.state = ${status}` : sql<SqlBool>`true`}`,
      order: [{ column: sql`i.item_no`, type: 'int', direction: 'asc' }],
      present: (rows) => rows.map(toItemResponse),
    },
    query,
  )
