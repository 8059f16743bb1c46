import type { Io } from './io.ts'

export const outputFormats = ['table', 'json', 'jsonl', 'csv'] as const
export type OutputFormat = (typeof outputFormats)[number]
type Row = Record<string, unknown>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.length > 0 && value.every(isRow)

/** Returns the payload of a response, without the API's envelope. */
function getPayload(response: unknown): unknown {
  const isEnvelope = isRow(response) && 'statusCode' in response && 'payload' in response
  return isEnvelope ? response.payload : response
}

/** Returns the displayed data of a response: the rows of a page, or the payload. */
export function getDisplayedData(response: unknown): unknown {
  const payload = getPayload(response)
  if (!isRow(payload)) return payload
  const lists = Object.values(payload).filter(Array.isArray)
  const isPage = lists.length === 1 && Object.values(payload).every((value) => Array.isArray(value) || !isRow(value))
  const counts = 'resultCount' in payload || Object.keys(payload).length === 1
  return isPage && counts ? lists[0] : payload
}

const getText = (value: unknown) => {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * Prints a response to stdout. The default format is a table on a terminal and JSON otherwise. JSON contains the payload
 * without the API's envelope. The envelope's message, if any, is written to stderr.
 *
 * @param columns the columns of a table; defaults to all columns with plain values
 */
export async function printResponse(
  io: Io,
  response: unknown,
  format: OutputFormat | undefined,
  columns?: readonly string[],
): Promise<void> {
  const { message } = isRow(response) && 'payload' in response ? response : {}
  if (message) io.stderr.write(`${message}\n`)
  switch (format ?? (io.stdout.isTerminal ? 'table' : 'json')) {
    case 'json':
      return io.stdout.write(`${JSON.stringify(getPayload(response), null, 2)}\n`)
    case 'jsonl':
      return io.stdout.write(
        [getDisplayedData(response)]
          .flat()
          .map((row) => `${JSON.stringify(row)}\n`)
          .join(''),
      )
    case 'csv':
      return io.stdout.write(await toCsv(getDisplayedData(response)))
    case 'table':
      return io.stdout.write(await toTable(getDisplayedData(response), io, columns))
  }
}

/** Converts rows to CSV with a header. Spreadsheets can open the file safely. */
export async function toCsv(subject: unknown): Promise<string> {
  const { stringify } = await import('csv-stringify/sync')
  const rows: Row[] = (Array.isArray(subject) ? subject : [subject]).map((row) => (isRow(row) ? row : { value: row }))
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => columns.map((column) => getText(row[column])))
  // Escapes cells that start with = + - or @ because a spreadsheet would run them as formulas. Negative numbers are not
  // escaped.
  return stringify(
    cells.map((line) => line.map((cell) => (/^[=+@\t\r]|^-(?!\d)/.test(cell) ? `'${cell}` : cell))),
    { header: true, columns },
  )
}

const borderless = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((part) => [part, part === 'middle' ? '  ' : '']),
)

async function toTable(subject: unknown, io: Io, columns?: readonly string[]): Promise<string> {
  if (subject === null || subject === undefined) return ''
  if (Array.isArray(subject) && subject.length === 0) {
    io.stderr.write('Nothing found.\n')
    return ''
  }
  if (!isRows(subject) && !isRow(subject)) return `${[subject].flat().map(toCell).join('\n')}\n`
  const { default: Table } = await import('cli-table3')
  const style = { head: [], border: [], 'padding-left': 0, 'padding-right': 0 }
  if (isRow(subject)) {
    const table = new Table({ chars: borderless, style })
    table.push(...Object.entries(subject).map(([name, value]) => [name, toCell(value)]))
    return getLines(table)
  }
  const { shown, hidden } = fitColumns(subject, io.stdout.columns, columns)
  if (hidden > 0) io.stderr.write(`${hidden} more columns: use --output json or csv.\n`)
  const table = new Table({ head: shown.map((name) => name.toUpperCase()), chars: borderless, style })
  table.push(...subject.map((row) => shown.map((name) => toCell(row[name]))))
  return getLines(table)
}

/** Returns a table cell's text. Replaces control characters, which must not reach the terminal. */
const toCell = (value: unknown) => getText(value).replaceAll(/\p{Cc}+/gu, ' ')

const getLines = (table: { toString: () => string }) => `${table.toString().replaceAll(/ +$/gm, '')}\n`

/**
 * Returns the columns with plain values that fit the terminal's width, from left to right. Without a width, returns all
 * of them.
 */
function fitColumns(rows: Row[], width = Number.POSITIVE_INFINITY, wanted?: readonly string[]) {
  const all = wanted ?? [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const plain = all.filter((name) => rows.every((row) => typeof row[name] !== 'object' || row[name] === null))
  const shown: string[] = []
  let used = 0
  for (const name of plain) {
    used += Math.max(name.length, ...rows.map((row) => toCell(row[name]).length)) + 2
    if (used > width + 2 && shown.length > 0) break
    shown.push(name)
  }
  return { shown, hidden: all.length - shown.length }
}
