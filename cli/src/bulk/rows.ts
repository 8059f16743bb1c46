import { readFile } from 'node:fs/promises'
import { distance } from 'fastest-levenshtein'
import { CommandError, createUsageError } from '../base/command-error.ts'
import type { Io } from '../base/io.ts'

/** A row of a bulk command: its ID and additional values. */
export type BulkRow = Readonly<Record<string, string>>

/**
 * A value of a row, from a column of the file. If the row has no value in that column, the flag of the same name is
 * used.
 */
export interface BulkColumn {
  about: string
  required?: true
  /** Returns an error message, or undefined if the value is valid. */
  check?: (text: string) => string | undefined
}

export interface RowShape {
  id: string
  columns: Readonly<Record<string, BulkColumn>>
}

interface RowSource {
  /** IDs from the command line. `-` means stdin. */
  ids: readonly string[]
  file?: string | undefined
  /** Default values for all rows. */
  flags: BulkRow
}

/** Returns a column's flag in kebab case: `checkNo` becomes `--check-no`. */
export const getColumnFlag = (column: string) => column.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * Reads the rows and adds their default values.
 *
 * @throws a usage error if any row is invalid or a duplicate
 */
export async function readBulkRows(io: Io, shape: RowShape, { ids, file, flags }: RowSource): Promise<BulkRow[]> {
  const named = ids.filter((id) => id !== '-').map((id) => ({ [shape.id]: id }))
  const listed = [
    ...(ids.includes('-') || file === '-' ? await parse(await io.readStdin(), shape) : []),
    ...(file && file !== '-' ? await parse(await getText(file), shape) : []),
  ]
  const rows = [...named, ...listed].map((row) => fillFromFlags(row, shape, flags))
  if (rows.length === 0)
    throw createUsageError(`Nothing to do. Pass each ${shape.id}, --file rows.csv, or - to read stdin.`)
  const problems = rows.flatMap((row, at) => findProblems(row, shape).map((problem) => `Row ${at + 1}: ${problem}`))
  const first = new Map<string, number>()
  rows.forEach((row, at) => {
    const same = JSON.stringify(row)
    const before = first.get(same)
    if (before === undefined) first.set(same, at)
    else problems.push(`Row ${at + 1}: the same as row ${before + 1}.`)
  })
  if (problems.length > 0)
    throw createUsageError(
      [...problems.slice(0, 20), ...(problems.length > 20 ? [`… and ${problems.length - 20} more.`] : [])].join('\n'),
    )
  return rows
}

const getText = (file: string) =>
  readFile(file, 'utf8').catch((problem: Error) => {
    throw createUsageError(`${file} cannot be read: ${problem.message}`)
  })

/** Parses one of three formats: JSON lines, CSV with an ID column in the header, or one ID per line. */
async function parse(text: string, { id, columns }: RowShape): Promise<BulkRow[]> {
  const clean = text.replace(/^\uFEFF/, '').trim()
  if (clean === '') return []
  if (clean.startsWith('{'))
    return clean
      .split(/\r?\n/)
      .filter(Boolean)
      .map((line, at) => checkColumns(fromJsonRow(line, at), { id, columns }))
  const [header = ''] = clean.split(/\r?\n/, 1)
  if (!header.split(',').some((name) => name.trim().replaceAll('"', '') === id)) {
    if (header.includes(','))
      throw createUsageError(`The first line of a CSV file names its columns; one of them is ${id}.`)
    return clean.split(/\s+/).map((value) => ({ [id]: value }))
  }
  const { parse: parseCsv } = await import('csv-parse/sync')
  try {
    const rows = parseCsv<BulkRow>(clean, { columns: true, trim: true, skip_empty_lines: true })
    return rows.map((row) => checkColumns(row, { id, columns }))
  } catch (problem) {
    if (problem instanceof CommandError) throw problem
    throw createUsageError(`The CSV cannot be read: ${(problem as Error).message}`)
  }
}

const lettersOnly = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Throws a usage error if a column name is misspelled. Unrelated columns, such as those of an export, are allowed. */
function checkColumns(row: BulkRow, { id, columns }: RowShape): BulkRow {
  const missing = [id, ...Object.keys(columns)].filter((name) => !(name in row))
  for (const name of Object.keys(row)) {
    const meant = missing.find((column) => distance(lettersOnly(name), lettersOnly(column)) <= 2)
    if (meant && name !== id && !(name in columns))
      throw createUsageError(`There is no column "${name}". Did you mean "${meant}"?`)
  }
  return row
}

function fromJsonRow(line: string, at: number): BulkRow {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('it is no object')
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, one === null || one === undefined ? '' : String(one)]),
    )
  } catch (problem) {
    throw createUsageError(`Line ${at + 1} is not valid JSON: ${(problem as Error).message}`)
  }
}

/** Fills in missing row values from the command-line flags. */
const fillFromFlags = (row: BulkRow, { id, columns }: RowShape, flags: BulkRow): BulkRow =>
  Object.fromEntries(
    [id, ...Object.keys(columns)]
      .map((name) => [name, row[name]?.trim() || flags[name] || ''])
      .filter(([, value]) => value),
  )

const findProblems = (row: BulkRow, { id, columns }: RowShape): string[] => [
  ...(row[id] ? [] : [`${id} is missing.`]),
  ...Object.entries(columns).flatMap(([name, { required, check }]) => {
    const value = row[name]
    if (value === undefined)
      return required ? [`${name} is missing; a column, or --${getColumnFlag(name)} for all.`] : []
    const problem = check?.(value)
    return problem ? [`${name} ${problem}`] : []
  }),
]
