import { sql, type Transaction } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { recordFile } from '../documents/document-file.ts'
import { storedName } from '../documents/upload-documents.ts'
import type { Operations } from '../generated/operations.ts'
import { conflict } from '../http/api-error.ts'
import { type Ctx, getAccountId, getName, type TransactionContext } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import type { ReceivedFile } from '../http/receive-files.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { createBookCheck } from './check-against-book.ts'
import { type CheckedRow, checkRows } from './check-rows.ts'
import { type ImportJob, presentJob, requireJob } from './jobs.ts'

type Preview = Operations['previewImport']['answer']['payload']

const problemsAtMost = 1000

/** What an import of the file would find, by the same rules. Nothing is written. Throws 415 and 422 for what is no file of ours. */
export async function previewImport({ db, now }: Pick<Ctx, 'db' | 'now'>, file: ReceivedFile): Promise<Preview> {
  const preview: Preview = { total: 0, succeeded: 0, failed: 0, problems: [], isCapped: false }
  const checkAgainstBook = createBookCheck(db, now)
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

/** What is wrong with a row, in the words of its item. */
const getReason = ({ problems }: CheckedRow) =>
  problems
    .map(({ message }) => message)
    .join(' ')
    .slice(0, 2000)

/** One statement of four arrays: a list of values would have PostgreSQL read a text of 2,500 parameters for each five hundred rows. */
async function saveRows(trx: Transaction<DB>, jobId: string, rows: readonly CheckedRow[], now: Date): Promise<void> {
  await sql`insert into import_items (import_job_id, row_no, input, state, reason, finished_at)
    select ${jobId}, row_no, input::jsonb, case when reason is null then 'queued' else 'failed' end, reason,
      case when reason is not null then ${now}::timestamptz end
    from unnest(${rows.map(({ rowNo }) => rowNo)}::int[], ${rows.map(({ cells }) => JSON.stringify(cells))}::text[],
      ${rows.map((row) => (row.problems.length > 0 ? getReason(row) : null))}::text[]) as given (row_no, input, reason)`.execute(
    trx,
  )
}

/** The same file may come again once an upload of it has left something undone. Throws 409. */
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
    throw conflict('already_uploaded', `file: the same file was already uploaded as ${before.file_name}.`, 'file')
}

/**
 * Takes a file in: reads all of it, keeps its rows, those with a problem as failed, and queues the job that imports the others
 * (SYS-4). All of it or nothing is there afterwards. Throws 415 and 422 for what is no file of ours, 409 for a file that
 * is being imported or has been, whole.
 */
export async function uploadPolicies(
  ctx: Ctx,
  { file, notificationEmail }: { file: ReceivedFile; notificationEmail: string | undefined },
): Promise<ImportJob> {
  const { path, sha256, size } = file
  const content = await ctx.providers.files.put({ path, sha256, size }, 'application/octet-stream')
  return inTransaction(ctx, async (ctx) => {
    const { db, now, actor } = ctx
    // The same file sent twice at once would otherwise not see itself.
    await sql`select pg_advisory_xact_lock(hashtext('bulk upload ' || ${file.sha256}))`.execute(db)
    const stored = await recordFile(db, content)
    await requireNew(ctx, stored.fileId)
    const { import_job_id: jobId } = await db
      .insertInto('import_jobs')
      .values({
        file_id: stored.fileId,
        file_name: storedName(file.name) || 'upload',
        notification_email: notificationEmail ?? ('email' in actor ? actor.email : null),
        created_by: getName(actor),
        created_by_account_id: getAccountId(actor),
        created_at: now,
      })
      .returning('import_job_id')
      .executeTakeFirstOrThrow()
    let [total, failed] = [0, 0]
    // While the database writes some rows, the next ones are read and checked.
    let kept = Promise.resolve()
    for await (const rows of checkRows(db, file, now)) {
      await kept
      kept = saveRows(db, jobId, rows, now)
      // Awaited with the next rows; until then it is nobody's.
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
    await enqueue(db, 'import-policies', { jobId }, { key: `import-policies:${jobId}` })
    await writeAudit(ctx, {
      action: 'import.upload',
      entity: 'importJob',
      entityId: jobId,
      details: { fileName: file.name, sha256: file.sha256, total, failed },
    })
    return presentJob(await requireJob(db, jobId))
  })
}
