import { fileTypeFromFile } from 'file-type'
import type { Operations } from '../generated/operations.ts'
import { ApiError, createUnprocessableError } from '../http/api-error.ts'
import { lettersOnly } from '../http/known-fields.ts'
import type { ReceivedFile } from '../http/receive-files.ts'
import { type ColumnName, columnNames, errorColumnName, type RowCells, requiredColumnNames } from './columns.ts'
import { createFileError, type FileRow, readCsv } from './read-csv.ts'
import { columnsAtMost, readXlsx } from './read-xlsx.ts'

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

/** Returns the cells of the header row up to the last one with text. */
function getHeadings(cells: readonly string[]): string[] {
  const headings = cells.map((cell) => cell.trim())
  while (headings.at(-1) === '') headings.pop()
  return headings
}

const createColumnsError = (field: 'file' | 'columns', rule: string) =>
  createUnprocessableError('unknown_columns', `${field}: ${rule}`, field)

/**
 * Returns the template's column for each column of the file, or an empty string if it is not imported.
 * @param columns the columns that the caller chose, separated by commas. By default, the headings themselves
 * @throws {ApiError} 422 if a column is unknown, missing or duplicate, or if `columns` has another length than the file
 */
function getColumns(headings: readonly string[], columns: string | undefined): string[] {
  const field = columns === undefined ? 'file' : 'columns'
  const names = columns?.split(',') ?? headings
  if (names.length !== headings.length)
    throw createColumnsError('columns', `the file has ${headings.length} columns, but ${names.length} are given.`)
  const isKnown = (name: string) => known.has(name) || (field === 'columns' && name === '')
  const stranger = names.find((name) => !isKnown(name))
  if (stranger !== undefined)
    throw createColumnsError(
      field,
      `there is no column "${stranger.slice(0, 50)}". Use the ${field === 'file' ? 'headings' : 'columns'} of the template.`,
    )
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at)
  if (twice) throw createColumnsError(field, `the column "${twice}" appears twice.`)
  const missing = requiredColumnNames.filter((name) => !names.includes(name))
  if (missing.length > 0) throw createColumnsError(field, `these columns are missing: ${missing.join(', ')}.`)
  return [...names]
}

/** Headings of other systems, in lower case without spaces, for columns whose own name differs. */
const synonyms: Partial<Record<ColumnName, readonly string[]>> = {
  productId: ['product', 'productnumber'],
  agencyNo: ['agency', 'agencynumber', 'agentnumber', 'agencycode'],
  firstName: ['insuredfirstname', 'first'],
  lastName: ['insuredlastname', 'last', 'surname'],
  email: ['emailaddress'],
  phone: ['phonenumber', 'telephone'],
  addr1: ['address', 'address1', 'street', 'streetaddress', 'propertyaddress'],
  addr2: ['address2', 'unit', 'suite', 'apartment'],
  zip: ['zipcode', 'postalcode'],
  county: ['countyname'],
  inceptionDate: ['effectivedate', 'startdate', 'inception'],
  premium: ['grosspremium', 'annualpremium'],
  policyFee: ['fee'],
  buildingLimit: ['building', 'buildingcoverage', 'coveragea'],
  contentsLimit: ['contents', 'contentscoverage', 'coveragec'],
  paymentInterval: ['interval', 'billinginterval'],
  yearBuilt: ['year', 'constructionyear'],
}
const columnByHeading = new Map<string, ColumnName>(
  columnNames.flatMap((name) => [name.toLowerCase(), ...(synonyms[name] ?? [])].map((heading) => [heading, name])),
)

/** Returns a text as one line of at most 200 characters. */
const toLine = (text: string) =>
  text
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 200)
    .toWellFormed()

type Heading = Operations['readImportHeadings']['response']['payload'][number]

/**
 * Returns the headings of a file with a value of the first row, and the column of the template that each one probably
 * means. No column is suggested twice.
 * @throws {ApiError} 415 if the file type is not supported; 422 if the file is invalid or has more than 200 columns
 */
export async function readHeadings(file: ReceivedFile): Promise<Heading[]> {
  let headings: string[] | undefined
  let sample: string[] = []
  for await (const { cells } of await getRows(file)) {
    if (headings) {
      sample = cells
      break
    }
    headings = getHeadings(cells)
  }
  if (!headings || headings.length === 0) throw createFileError('the file has no rows.')
  if (headings.length > columnsAtMost) throw createFileError(`it has more than ${columnsAtMost} columns.`)
  const suggested = new Set<ColumnName>()
  return headings.map((heading, at) => {
    const column = columnByHeading.get(lettersOnly(heading))
    const isFree = column !== undefined && !suggested.has(column)
    if (isFree) suggested.add(column)
    return { heading: toLine(heading), sample: toLine(sample[at] ?? ''), column: isFree ? column : null }
  })
}

/** An uploaded file and its columns, which default to its headings (SYS-4). */
export type ImportFile = Omit<Operations['bulkUpload']['body'], 'file'> & { file: ReceivedFile }

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
export async function* readFile({ file, columns: given }: ImportFile): AsyncGenerator<NumberedCells> {
  let columns: string[] | undefined
  let count = 0
  for await (const { rowNo, cells } of await getRows(file)) {
    if (!columns) {
      columns = getColumns(getHeadings(cells), given)
      continue
    }
    if (cells.every((cell) => cell === '')) continue
    if (++count > maxRows) throw createFileError('the file has more than 50,000 rows.')
    const named = columns.flatMap((name, at) =>
      name === errorColumnName || name === '' ? [] : [[name as ColumnName, cells[at] ?? ''] as const],
    )
    yield { rowNo, cells: Object.fromEntries(named), hasMore: cells.slice(columns.length).some(Boolean) }
  }
  if (count === 0) throw createFileError('the file has no rows.')
}
