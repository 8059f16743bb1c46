import { fileTypeFromFile } from 'file-type'
import { ApiError } from '../http/api-error.ts'
import type { ReceivedFile } from '../http/receive-files.ts'
import { type ColumnName, columnNames, errorColumnName, type RowCells, requiredColumnNames } from './columns.ts'
import { createFileError, type FileRow, readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'

/** Maximum number of rows per file (SYS-4). */
export const maxRows = 50_000

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Reads the rows of a file. The file type is determined from the content, not from the file name. Throws 415 if the
 * file type is not supported.
 */
async function getRows({ path }: ReceivedFile): Promise<AsyncGenerator<FileRow>> {
  const kind = (await fileTypeFromFile(path))?.mime
  if (kind === xlsx) return readXlsx(path)
  if (kind) throw new ApiError({ code: 'unsupported_file', message: 'file: select a CSV or XLSX file.', field: 'file' })
  return readCsv(path)
}

const known = new Set<string>([...columnNames, errorColumnName])

/** Returns the column names in the header row. Throws 422 if a name is unknown, missing or duplicate. */
function getHeadings(cells: readonly string[]): string[] {
  const headings = cells.map((cell) => cell.trim())
  while (headings.at(-1) === '') headings.pop()
  const stranger = headings.find((heading) => !known.has(heading))
  if (stranger !== undefined)
    throw createFileError(`there is no column "${stranger.slice(0, 50)}". Use the headings of the template.`)
  const twice = headings.find((heading, at) => headings.indexOf(heading) !== at)
  if (twice) throw createFileError(`the column "${twice}" appears twice.`)
  const missing = requiredColumnNames.filter((name) => !headings.includes(name))
  if (missing.length > 0) throw createFileError(`these columns are missing: ${missing.join(', ')}.`)
  return headings
}

export interface NumberedCells {
  rowNo: number
  cells: RowCells
  /** Whether the row has a cell beyond the last column. */
  hasMore: boolean
}

/**
 * Reads the rows of a file on demand, with cells by column name.
 * @throws {ApiError} 415 if the file type is not supported; 422 if the file is invalid or has too many rows
 */
export async function* readFile(file: ReceivedFile): AsyncGenerator<NumberedCells> {
  let headings: string[] | undefined
  let count = 0
  for await (const { rowNo, cells } of await getRows(file)) {
    if (!headings) {
      headings = getHeadings(cells)
      continue
    }
    if (cells.every((cell) => cell === '')) continue
    if (++count > maxRows) throw createFileError('the file has more than 50,000 rows.')
    const named = headings.flatMap((heading, at) =>
      heading === errorColumnName ? [] : [[heading as ColumnName, cells[at] ?? ''] as const],
    )
    yield { rowNo, cells: Object.fromEntries(named), hasMore: cells.slice(headings.length).some(Boolean) }
  }
  if (count === 0) throw createFileError('the file has no rows.')
}
