import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { stringify as stringifyNow } from 'csv-stringify/sync'
import { writeAuditEntry } from '../audit/audit.ts'
import type { Ctx } from '../http/context.ts'
import { FileResponse } from '../http/response.ts'
import { columnNames, errorColumnName, importColumns, type RowCells } from './columns.ts'
import { requireImportJob } from './import-jobs.ts'

const csv = 'text/csv; charset=utf-8'

/** Returns the CSV template: the column names and one sample row. */
export const createImportTemplate = (): FileResponse =>
  new FileResponse(stringifyNow([columnNames, columnNames.map((name) => importColumns[name].sample)]), {
    contentType: csv,
    fileName: 'tideline-import.csv',
    disposition: 'attachment',
  })

const rowsAtATime = 1000

async function* readRejectedRows({ db }: Ctx, jobId: string): AsyncGenerator<Record<string, string>> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('import_items')
      .select(['row_no', 'input', 'reason'])
      .where('import_job_id', '=', jobId)
      .where('state', '=', 'failed')
      .where('row_no', '>', after)
      .orderBy('row_no')
      .limit(rowsAtATime)
      .execute()
    yield* rows.map(({ input, reason }) => ({ ...(input as RowCells), [errorColumnName]: reason ?? '' }))
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtATime) return
    after = last.row_no
  }
}

/**
 * Returns the rejected rows and their problems as a CSV file. Users can correct the file and upload it again. Throws
 * 404.
 */
export async function createErrorFile(ctx: Ctx, jobId: string): Promise<FileResponse> {
  const { file_name: fileName } = await requireImportJob(ctx.db, jobId)
  await writeAuditEntry(ctx, {
    action: 'import.downloadErrors',
    entity: 'importJob',
    entityId: jobId,
    details: { fileName },
  })
  const file = stringify({ header: true, columns: [...columnNames, errorColumnName], escape_formulas: true })
  const source = Readable.from(readRejectedRows(ctx, jobId))
  source.on('error', (error) => file.destroy(error))
  return new FileResponse(Readable.toWeb(source.pipe(file)) as ReadableStream<Uint8Array>, {
    contentType: csv,
    fileName: 'errors-of-import.csv',
    disposition: 'attachment',
  })
}
