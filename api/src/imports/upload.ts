import { sql, type Transaction } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { storeFile } from '../documents/document-file.ts'
import { storedName } from '../documents/upload-documents.ts'
import type { Operations } from '../generated/operations.ts'
import { accountIdOf, type Ctx, nameOf, type TrxCtx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import type { ReceivedFile } from '../http/receive-files.ts'
import { conflict } from '../http/refusal.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { type CheckedRow, checkRows } from './check-rows.ts'
import { type ImportJob, presentJob, requireJob } from './jobs.ts'

type Preview = Operations['previewImport']['answer']['payload']

const problemsAtMost = 1000

/** What an import of the file would find. Nothing is written. Throws 415 and 422 for what is no file of ours. */
export async function previewImport({ db, now }: Pick<Ctx, 'db' | 'now'>, file: ReceivedFile): Promise<Preview> {
  const preview: Preview = { total: 0, succeeded: 0, failed: 0, problems: [], isCapped: false }
  for await (const rows of checkRows(db, file, now))
    for (const { rowNo, problems } of rows) {
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
const reasonOf = ({ problems }: CheckedRow) =>
  problems
    .map(({ message }) => message)
    .join(' ')
    .slice(0, 2000)

async function keepRows(trx: Transaction<DB>, jobId: string, rows: readonly CheckedRow[], now: Date): Promise<void> {
  await trx
    .insertInto('import_items')
    .values(
      rows.map((row) => ({
        import_job_id: jobId,
        row_no: row.rowNo,
        input: JSON.stringify(row.cells),
        ...(row.problems.length > 0 && { state: 'failed' as const, reason: reasonOf(row), finished_at: now }),
      })),
    )
    .execute()
}

/** The same file may come again once an upload of it has left something undone. Throws 409. */
async function requireNew({ db }: TrxCtx, fileId: string): Promise<void> {
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
    throw conflict('already_uploaded', `file: the same file was uploaded already, as ${before.file_name}.`, 'file')
}

/**
 * Takes a file in: reads all of it, keeps its rows, those with a problem as failed, and queues the job that imports the others
 * (decision 28). All of it or nothing is there afterwards. Throws 415 and 422 for what is no file of ours, 409 for a file that
 * is being imported or has been, whole.
 */
export const uploadPolicies = (
  ctx: Ctx,
  { file, notificationEmail }: { file: ReceivedFile; notificationEmail: string | undefined },
): Promise<ImportJob> =>
  inTransaction(ctx, async (ctx) => {
    const { db, now, actor } = ctx
    // The same file sent twice at once would otherwise not see itself.
    await sql`select pg_advisory_xact_lock(hashtext('bulk upload ' || ${file.sha256}))`.execute(db)
    const stored = await storeFile(
      db,
      ctx.providers,
      { path: file.path, sha256: file.sha256, size: file.size },
      'application/octet-stream',
    )
    await requireNew(ctx, stored.fileId)
    const { import_job_id: jobId } = await db
      .insertInto('import_jobs')
      .values({
        file_id: stored.fileId,
        file_name: storedName(file.name) || 'upload',
        notification_email: notificationEmail ?? ('email' in actor ? actor.email : null),
        created_by: nameOf(actor),
        created_by_account_id: accountIdOf(actor),
        created_at: now,
      })
      .returning('import_job_id')
      .executeTakeFirstOrThrow()
    let [total, failed] = [0, 0]
    for await (const rows of checkRows(db, file, now)) {
      await keepRows(db, jobId, rows, now)
      total += rows.length
      failed += rows.filter(({ problems }) => problems.length > 0).length
    }
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
