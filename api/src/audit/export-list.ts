import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Ctx } from '../http/context.ts'
import { FileResponse } from '../http/response.ts'
import { writeAudit } from './audit.ts'

const rowsAtMost = 100_000
const rowsAtATime = 1000

/** Rows of a list from the `first` on, at most `count`; fewer at its end. */
export type Rows<Row> = (first: number, count: number) => Promise<readonly Row[]>

interface ListExport<Row> {
  /** What the file is called, and the trail's name for the list. */
  name: string
  columns: readonly (keyof Row & string)[]
  query: { sort?: readonly string[] | undefined; filter?: object | undefined }
  /** Asked for once, when it stands in the trail who took the list out. */
  open: () => Promise<Rows<Row>> | Rows<Row>
}

/** The rows in order, a thousand at a time, so that the file is sent while it is read. */
async function* getRows<Row>(rows: Rows<Row>): AsyncGenerator<Row> {
  for (let first = 0; first < rowsAtMost; first += rowsAtATime) {
    const some = await rows(first, rowsAtATime)
    yield* some
    if (some.length < rowsAtATime) return
  }
}

/** A list of the back office as a CSV file, sent while it is read. Who took what out is written down before the first row leaves. */
export async function exportList<Row>(
  ctx: Ctx,
  { name, columns, query, open }: ListExport<Row>,
): Promise<FileResponse> {
  await writeAudit(ctx, {
    action: `${name}.export`,
    entity: name,
    entityId: 'export',
    details: { filter: JSON.stringify(query.filter ?? {}), sort: query.sort?.join(' ') ?? '' },
  })
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
