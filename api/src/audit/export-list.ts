import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Ctx } from '../http/context.ts'
import { FileResponse } from '../http/response.ts'
import { writeAuditEntry } from './audit.ts'

const rowsAtMost = 100_000
const rowsAtATime = 1000

/** Reads up to `count` rows, starting at index `first`. The result is shorter at the end of the list. */
type RowReader<Row> = (first: number, count: number) => Promise<readonly Row[]>

interface ListExport<Row> {
  /** Name of the file and, in the audit log, of the exported list. */
  name: string
  columns: readonly (keyof Row & string)[]
  query: { sort?: readonly string[] | undefined; filter?: object | undefined }
  /** Opens the list. Called once, after the audit log has recorded the export. */
  open: () => Promise<RowReader<Row>> | RowReader<Row>
}

/** Yields the rows in pages of 1,000. The file is sent while the list is being read. */
async function* getRows<Row>(rows: RowReader<Row>): AsyncGenerator<Row> {
  for (let first = 0; first < rowsAtMost; first += rowsAtATime) {
    const some = await rows(first, rowsAtATime)
    yield* some
    if (some.length < rowsAtATime) return
  }
}

/** Streams a back-office list as a CSV file. The export is recorded in the audit log before the first row is sent. */
export async function exportList<Row>(
  ctx: Ctx,
  { name, columns, query, open }: ListExport<Row>,
): Promise<FileResponse> {
  await writeAuditEntry(
    { ...ctx, db: ctx.replica?.primary ?? ctx.db },
    {
      action: `${name}.export`,
      entity: name,
      entityId: 'export',
      details: { filter: JSON.stringify(query.filter ?? {}), sort: query.sort?.join(' ') ?? '' },
    },
  )
  const csv = stringify({
    header: true,
    columns: [...columns],
    escape_formulas: true,
    cast: { boolean: (value) => String(value) },
  })
  const source = Readable.from(getRows(await open()))
  source.on('error', (error) => csv.destroy(error))
  return new FileResponse(Readable.toWeb(source.pipe(csv)) as ReadableStream<Uint8Array>, {
    contentType: 'text/csv; charset=utf-8',
    fileName: `${name}-${ctx.now.toISOString().slice(0, 10)}.csv`,
    disposition: 'attachment',
  })
}
