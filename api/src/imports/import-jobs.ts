import { type Kysely, type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import type { DB, ImportItem, ImportJob as ImportJobTable } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Collection } from '../http/collection.ts'
import { containsTextSql, idsCondition } from '../http/collection.ts'
import { type Page, type PageQuery, readPage } from '../http/page.ts'

export type ImportJob = Operations['getImportJob']['response']['payload']
type AdminItem = Operations['listAdminImportJobItems']['response'][number]
type Item = Operations['listImportJobItems']['response']['payload']['items'][number]
type JobRow = Selectable<ImportJobTable>

export const toImportJobResponse = (row: JobRow): ImportJob => ({
  id: row.import_job_id,
  fileName: row.file_name,
  status: row.state,
  total: row.total_items,
  succeeded: row.done_items,
  failed: row.failed_items,
  error: row.error,
  notificationEmail: row.notification_email,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by ?? '',
  finishedAt: row.finished_at?.toISOString() ?? null,
})

/** Returns an upload. Throws 404. */
export async function requireImportJob(db: Kysely<DB>, jobId: string): Promise<JobRow> {
  const row = await db.selectFrom('import_jobs').selectAll().where('import_job_id', '=', jobId).executeTakeFirst()
  if (!row) throw createNotFoundError({ importJobId: jobId })
  return row
}

/** Returns an upload and locks its row until the transaction ends. Throws 404. */
export async function lockImportJob(trx: Transaction<DB>, jobId: string): Promise<JobRow> {
  const row = await trx
    .selectFrom('import_jobs')
    .selectAll()
    .where('import_job_id', '=', jobId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw createNotFoundError({ importJobId: jobId })
  return row
}

/** Lists uploads, newest first. */
export const listImportJobs = (db: Kysely<DB>, query: PageQuery): Promise<Page<ImportJob>> =>
  readPage<JobRow, ImportJob>(
    db,
    {
      columns: sql`j.*`,
      from: sql`import_jobs j`,
      where: sql<SqlBool>`true`,
      order: [
        { column: sql`j.created_at`, type: 'timestamptz', direction: 'desc' },
        { column: sql`j.import_job_id`, type: 'uuid', direction: 'desc' },
      ],
      present: (rows) => rows.map(toImportJobResponse),
    },
    query,
  )

type ItemRow = Pick<Selectable<ImportItem>, 'import_item_id' | 'import_job_id' | 'row_no' | 'state' | 'reason'> & {
  policy_no: string | null
}

const itemColumns = sql`i.import_item_id, i.import_job_id, i.row_no, i.state, i.reason, p.policy_no`
const itemTables = sql`import_items i left join policies p on p.policy_id = i.policy_id`

const toItemResponse = (row: ItemRow): Item => ({
  id: row.import_item_id,
  rowNo: row.row_no,
  status: row.state,
  policyNo: row.policy_no,
  error: row.reason,
})

/** Lists the rows of an upload in file order. */
export const listImportJobItems = (
  db: Kysely<DB>,
  jobId: string,
  { status, ...query }: PageQuery & { status?: Item['status'] | undefined },
): Promise<Page<Item>> =>
  readPage<ItemRow, Item>(
    db,
    {
      columns: itemColumns,
      from: itemTables,
      where: sql<SqlBool>`i.import_job_id = ${jobId} and ${status ? sql<SqlBool>`i.state = ${status}` : sql<SqlBool>`true`}`,
      order: [{ column: sql`i.row_no`, type: 'int', direction: 'asc' }],
      present: (rows) => rows.map(toItemResponse),
    },
    query,
  )

export const adminImportJobCollection: Collection<'listAdminImportJobs', JobRow> = {
  name: 'importJobs',
  from: sql`import_jobs j`,
  columns: sql`j.*`,
  id: sql`j.import_job_id`,
  sorts: {
    createdAt: sql`j.created_at`,
    fileName: sql`lower(j.file_name)`,
    status: sql`j.state`,
    failed: sql`j.failed_items`,
  },
  filters: {
    q: (text) => containsTextSql(sql`j.file_name`, text),
    status: (state) => sql`j.state = ${state}`,
    createdBy: (name) => containsTextSql(sql`coalesce(j.created_by, '')`, name),
    createdFrom: (day) => sql`j.created_at >= ${day}::date`,
    id: (ids) => idsCondition(sql`j.import_job_id`, ids),
  },
  present: toImportJobResponse,
}

export const adminImportJobItemCollection: Collection<'listAdminImportJobItems', ItemRow, AdminItem> = {
  name: 'importJobItems',
  from: itemTables,
  columns: itemColumns,
  // The list always contains the rows of one job, so the row number is unique.
  id: sql`i.row_no`,
  sorts: { rowNo: sql`i.row_no`, status: sql`i.state` },
  filters: {
    jobId: (id) => sql`i.import_job_id = ${id}`,
    status: (state) => sql`i.state = ${state}`,
    q: (text) =>
      sql`(p.policy_no like ${`${text.toUpperCase()}%`} or ${containsTextSql(sql`coalesce(i.reason, '')`, text)})`,
  },
  present: (row) => ({ ...toItemResponse(row), jobId: row.import_job_id }),
}
