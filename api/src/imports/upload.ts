import { sql, type Transaction } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { recordStoredFile } from '../documents/document-file.ts'
import { normalizeFileName } from '../documents/upload-documents.ts'
import type { Operations } from '../generated/operations.ts'
import { createConflictError } from '../http/api-error.ts'
import { type Ctx, getAccountId, getActorName, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import { createImportRowCheck } from './check-against-book.ts'
import { type CheckedRow, checkRows } from './check-rows.ts'
import { type ImportJob, requireImportJob, toImportJobResponse } from './import-jobs.ts'
import type { ImportFile } from './read-file.ts'

type Preview = Operations['previewImport']['response']['payload']

const problemsAtMost = 1000

/**
 * Returns the results that an import of the file would have, without writing anything.
 * @throws {ApiError} 415 if the file type is not supported; 422 if the file is invalid
 */
export async function previewImport({ db, now }: Pick<Ctx, 'db' | 'now'>, file: ImportFile): Promise<Preview> {
  const preview: Preview = { total: 0, succeeded: 0, failed: 0, problems: [], isCapped: false }
  const checkAgainstBook = createImportRowCheck(db, now)
  for await (const rows of checkRows(db, file, now))
    for (const { rowNo, problems } of await checkAgainstBook(rows)) {
      preview.total++
      if (problems.length === 0) preview.succeeded++
      else preview.failed++
      const room = problemsAtMost - preview.problems.length
      preview.isCapped ||= problems.length > room
      preview.problems.push(...problems.slice(0, room).map((problem) => ({ rowNo, ...problem })))
    }
  return preview
}

/** Returns the problems of a row as one text. */
const getReason = ({ problems }: CheckedRow) =>
  problems
    .map(({ message }) => message)
    .join(' ')
    .slice(0, 2000)

/**
 * Inserts all rows with one statement that has one array per column. A list of values would need thousands of
 * parameters.
 */
async function saveRows(trx: Transaction<DB>, jobId: string, rows: readonly CheckedRow[], now: Date): Promise<void> {
  await sql`insert into import_items (import_job_id, row_no, input, state, reason, finished_at)
    select ${jobId}, row_no, input::jsonb, case when reason is null then 'queued' else 'failed' end, reason,
      case when reason is not null then ${now}::timestamptz end
    from unnest(${rows.map(({ rowNo }) => rowNo)}::int[], ${rows.map(({ cells }) => JSON.stringify(cells))}::text[],
      ${rows.map((row) => (row.problems.length > 0 ? getReason(row) : null))}::text[]) as given (row_no, input, reason)`.execute(
    trx,
  )
}

/**
 * Throws 409 if the same file is being imported or was already imported without errors. In all other cases, the file
 * can be uploaded again.
 */
async function requireNew({ db }: TransactionContext, fileId: string): Promise<void> {
  const before = await db
    .selectFrom('import_jobs')
    .select('file_name')
    .where('file_id', '=', fileId)
    .where((where) =>
      where.or([
        where('state', 'in', ['queued', 'running']),
        where.and([where('state', '=', 'done'), where('failed_items', '=', 0)]),
      ]),
    )
    .executeTakeFirst()
  if (before)
    throw createConflictError(
      'already_uploaded',
      `file: the same file was already uploaded as ${before.file_name}.`,
      'file',
    )
}

/**
 * Stores an uploaded file with its rows and queues the import job, in one transaction. Rows with problems are stored as
 * failed (SYS-4).
 * @throws {ApiError} 415 if the file type is not supported; 422 if the file is invalid; 409 if the same file is being
 * imported or was imported without errors
 */
export async function uploadPolicies(
  ctx: Ctx,
  upload: ImportFile,
  notificationEmail: string | undefined,
): Promise<ImportJob> {
  const { file, columns } = upload
  const { path, sha256, size } = file
  const content = await ctx.providers.files.put({ path, sha256, size }, 'application/octet-stream')
  return runInTransaction(ctx, async (ctx) => {
    const { db, now, actor } = ctx
    // Concurrent uploads of the same file would not see each other. With the lock, they run one after the other.
    await sql`select pg_advisory_xact_lock(hashtext('bulk upload ' || ${file.sha256}))`.execute(db)
    const stored = await recordStoredFile(db, content)
    await requireNew(ctx, stored.fileId)
    const { import_job_id: jobId } = await db
      .insertInto('import_jobs')
      .values({
        file_id: stored.fileId,
        file_name: normalizeFileName(file.name) || 'upload',
        notification_email: notificationEmail ?? ('email' in actor ? actor.email : null),
        created_by: getActorName(actor),
        created_by_account_id: getAccountId(actor),
        created_at: now,
      })
      .returning('import_job_id')
      .executeTakeFirstOrThrow()
    let [total, failed] = [0, 0]
    // While the database writes rows, the next rows are read and checked.
    let kept = Promise.resolve()
    for await (const rows of checkRows(db, upload, now)) {
      await kept
      kept = saveRows(db, jobId, rows, now)
      // Prevents an unhandled rejection before the promise is awaited in the next iteration.
      kept.catch(() => undefined)
      total += rows.length
      failed += rows.filter(({ problems }) => problems.length > 0).length
    }
    await kept
    await db
      .updateTable('import_jobs')
      .set({ total_items: total, failed_items: failed })
      .where('import_job_id', '=', jobId)
      .execute()
    await enqueueJob(db, 'import-policies', { jobId }, { key: `import-policies:${jobId}` })
    await writeAuditEntry(ctx, {
      action: 'import.upload',
      entity: 'importJob',
      entityId: jobId,
      details: { fileName: file.name, sha256: file.sha256, total, failed, ...(columns !== undefined && { columns }) },
    })
    return toImportJobResponse(await requireImportJob(db, jobId))
  })
}
