import { type Kysely, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { BulkJobItem, BulkJob as BulkJobTable, DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import { type Ctx, getAccountId } from '../http/context.ts'
import { type Page, type PageQuery, readPage } from '../http/page.ts'

export type BulkJob = Operations['getBulkJob']['response']['payload']
type Item = Operations['listBulkJobItems']['response']['payload']['items'][number]
export type JobRow = Selectable<BulkJobTable> & { can_undo: boolean }

/** SQL condition: a later job has undone item `i`. */
export const undoneCondition = sql<SqlBool>`exists (
  select from bulk_jobs u join bulk_job_items taken on taken.bulk_job_id = u.bulk_job_id
  where u.undoes_job_id = i.bulk_job_id and taken.policy_no = i.policy_no and taken.state = 'done')`

/** SQL condition: job `j` has results that can be undone now. */
const undoableCondition = sql<boolean>`j.action = 'nonRenew' and j.finished_at is not null
  and not exists (select from bulk_jobs u where u.undoes_job_id = j.bulk_job_id and u.finished_at is null)
  and exists (select from bulk_job_items i where i.bulk_job_id = j.bulk_job_id and i.state = 'done' and not ${undoneCondition})`

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
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

const ownJob = ({ db, actor }: Pick<Ctx, 'actor' | 'db'>, jobId: string) =>
  db
    .selectFrom('bulk_jobs as j')
    .selectAll('j')
    .select(sql<boolean>`(${undoableCondition})`.as('can_undo'))
    .where('bulk_job_id', '=', jobId)
    .where('requested_by', '=', getAccountId(actor))

/**
 * Returns one of the caller's jobs.
 *
 * @throws {ApiError} 404 if the job does not exist or belongs to someone else
 */
export async function requireOwnJob(ctx: Pick<Ctx, 'actor' | 'db'>, jobId: string): Promise<JobRow> {
  const row = await ownJob(ctx, jobId).executeTakeFirst()
  if (!row) throw createNotFoundError({ bulkJobId: jobId })
  return row
}

/**
 * Returns one of the caller's jobs and locks its row until the transaction ends. Throws the same errors as
 * `requireOwnJob`.
 */
export async function lockOwnJob(ctx: Pick<Ctx, 'actor'> & { db: Transaction<DB> }, jobId: string): Promise<JobRow> {
  const row = await ownJob(ctx, jobId).forUpdate().executeTakeFirst()
  if (!row) throw createNotFoundError({ bulkJobId: jobId })
  return row
}

/** Lists the caller's jobs, newest first. */
export const listOwnJobs = ({ db, actor }: Pick<Ctx, 'actor' | 'db'>, query: PageQuery): Promise<Page<BulkJob>> =>
  readPage<JobRow, BulkJob>(
    db,
    {
      columns: sql`j.*, (${undoableCondition}) as can_undo`,
      from: sql`bulk_jobs j`,
      where: sql<SqlBool>`j.requested_by = ${getAccountId(actor)}`,
      order: [
        { column: sql`j.created_at`, type: 'timestamptz', direction: 'desc' },
        { column: sql`j.bulk_job_id`, type: 'uuid', direction: 'desc' },
      ],
      present: (rows) => rows.map(toBulkJobResponse),
    },
    query,
  )

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
