import { Readable } from 'node:stream'
import type { CommissionStatement } from '@tideline/sdk/types'
import { stringify } from 'csv-stringify'
import { formatUsDate } from '../calendar/format-date.ts'
import type { Ctx } from '../http/context.ts'
import type { Handler } from '../http/operation.ts'
import { FileResponse } from '../http/response.ts'
import { getAdjustments } from './adjustments.ts'
import { getStatementLinePage } from './line-page.ts'
import { requireVisibleStatement } from './visible-statement.ts'

/** A commission line or an adjustment as a table row. The fields are in the file's column order. */
interface Row {
  lineId: string
  kind: 'commission' | 'override' | 'adjustment'
  policyNo: string
  insuredName: string
  transactionType: string
  postDate: string
  effectiveDate: string
  premium: number | null
  rate: number | null
  commission: number
  description: string
}
const columns = [
  'lineId',
  'kind',
  'policyNo',
  'insuredName',
  'transactionType',
  'postDate',
  'effectiveDate',
  'premium',
  'rate',
  'commission',
  'description',
] as const satisfies (keyof Row)[]

const rowsAtATime = 1000
const maxRowsByFormat = { pdf: 2_000, xlsx: 50_000, csv: Number.POSITIVE_INFINITY }

/** Yields the lines in list order, 1,000 at a time. Then yields the adjustments, without private notes. */
async function* getRows(ctx: Pick<Ctx, 'db'>, statementId: string, most: number): AsyncGenerator<Row> {
  let cursor: string | undefined
  let left = most
  do {
    const page = await getStatementLinePage(ctx.db, statementId, {
      take: Math.min(rowsAtATime, left),
      ...(cursor && { cursor }),
    })
    for (const { id, isOverride, insuredName = '', statementId: _, productId: __, ...line } of page.items)
      yield { lineId: id, kind: isOverride ? 'override' : 'commission', insuredName, description: '', ...line }
    left -= page.items.length
    cursor = page.nextCursor ?? undefined
  } while (cursor && left > 0)
  const none = { policyNo: '', insuredName: '', transactionType: 'ADJ', effectiveDate: '', premium: null, rate: null }
  for (const { adjustementId, description, adjustmentAmount, createdAt = '' } of await getAdjustments(
    ctx.db,
    statementId,
  ))
    yield {
      ...none,
      ...{ lineId: adjustementId, kind: 'adjustment', postDate: createdAt.slice(0, 10) },
      ...{ commission: adjustmentAmount, description },
    }
}

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

function asCsv(rows: AsyncGenerator<Row>): ReadableStream<Uint8Array> {
  const csv = stringify({ header: true, columns: [...columns], escape_formulas: true })
  const source = Readable.from(rows)
  source.on('error', (error) => csv.destroy(error))
  return Readable.toWeb(source.pipe(csv)) as ReadableStream<Uint8Array>
}

async function asXlsx(rows: AsyncGenerator<Row>, { transactionCount }: CommissionStatement): Promise<Uint8Array> {
  const head = columns.map((name) => ({ value: name, fontWeight: 'bold' as const }))
  const body = (await all(rows)).map((row) => columns.map((name) => (row[name] === null ? null : { value: row[name] })))
  const rest = transactionCount - maxRowsByFormat.xlsx
  const note = rest > 0 ? [[{ value: `${rest} more lines are in the CSV file.` }]] : []
  const { default: writeXlsx } = await import('write-excel-file/node')
  const file = await writeXlsx([head, ...body, ...note], { sheet: 'Commission' }).toBuffer()
  return new Uint8Array(file)
}

/** Returns a statement as a file. Throws 404 if the statement does not exist or is not visible to the caller. */
export const exportCommissionStatement: Handler<'exportCommissionStatement'> = async (
  ctx,
  { path, query: { format } },
) => {
  const statement = await requireVisibleStatement(ctx, path.statementId)
  const { statementId, agencyNo, year, month } = statement
  const rows = getRows(ctx, statementId, maxRowsByFormat[format])
  const named = (contentType: string) => ({
    contentType,
    fileName: `commission-${agencyNo}-${year}-${String(month).padStart(2, '0')}.${format}`,
    disposition: 'attachment' as const,
  })
  if (format === 'csv') return new FileResponse(asCsv(rows), named('text/csv; charset=utf-8'))
  if (format === 'xlsx') {
    const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    return new FileResponse(await asXlsx(rows, statement), named(kind))
  }
  const lines = (await all(rows)).map(({ policyNo, insuredName, transactionType, postDate, description, ...row }) => ({
    ...row,
    what: policyNo
      ? `${policyNo} ${insuredName}, ${transactionType}, ${formatUsDate(postDate)}`
      : `${description}, ${formatUsDate(postDate)}`,
  }))
  const rest = Math.max(0, statement.transactionCount - maxRowsByFormat.pdf)
  const { renderCommissionStatement } = await import('../providers/pdf/commission-statement.ts')
  const { bytes } = await renderCommissionStatement({ statement, lines, rest, issuedAt: ctx.now })
  return new FileResponse(bytes, named('application/pdf'))
}
