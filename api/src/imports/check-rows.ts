import { type Kysely, sql } from 'kysely'
import { type AgencyStatus, isPermittedByAgencyStatus } from '../agencies/status.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { DB } from '../db/schema.ts'
import { type CellProblem, type ImportRow, parseImportRow, type RowCells } from './columns.ts'
import { type ImportFile, type NumberedCells, readFile } from './read-file.ts'

/** A row of a file with its problems. */
export interface CheckedRow {
  rowNo: number
  cells: RowCells
  problems: CellProblem[]
  /** The parsed row. Absent if a cell cannot be read or the county or agency cannot be used. */
  row?: ImportRow
}

/** Number of rows to check together. */
const rowsPerBatch = 500

const normalizeCounty = (county: string) => county.toLowerCase().replace(/ county$/, '')

/**
 * Reads the counties of the states in the rows. Returns a function that finds the county of a row by its state and
 * name. The word "County" in the name is optional.
 */
export async function createCountyLookup(db: Kysely<DB>, rows: readonly Pick<ImportRow, 'state'>[]) {
  const getKey = (state: string, county: string) => `${state} ${normalizeCounty(county)}`
  const counties = await db
    .selectFrom('counties')
    .select(['county_fips', 'name', 'state'])
    .where('state', '=', sql<string>`any(${[...new Set(rows.map(({ state }) => state))]}::text[])`)
    .execute()
  const byKey = new Map(counties.map((county) => [getKey(county.state, county.name), county]))
  return ({ state, county }: Pick<ImportRow, 'state' | 'county'>) => byKey.get(getKey(state, county))
}

/**
 * Creates a function that checks the agencies and counties in rows. Each one is read from the database once per file.
 */
function createLocationCheck(db: Kysely<DB>) {
  const statusOf = new Map<string, AgencyStatus | undefined>()
  const countiesOf = new Map<string, Set<string>>()
  const loadLocations = async (rows: readonly ImportRow[]) => {
    const agencyNos = [...new Set(rows.map((row) => row.agencyNo))].filter((agencyNo) => !statusOf.has(agencyNo))
    const states = [...new Set(rows.map((row) => row.state))].filter((state) => !countiesOf.has(state))
    if (agencyNos.length > 0) {
      const { rows: agencies } = await sql<{ agency_no: string; status: AgencyStatus }>`
        select agency_no, status from agencies where agency_no = any(${agencyNos}::text[])`.execute(db)
      const found = new Map(agencies.map((agency) => [agency.agency_no, agency.status]))
      for (const agencyNo of agencyNos) statusOf.set(agencyNo, found.get(agencyNo))
    }
    if (states.length > 0) {
      const { rows: counties } = await sql<{ state: string; name: string }>`
        select state, name from counties where state = any(${states}::text[])`.execute(db)
      for (const state of states)
        countiesOf.set(
          state,
          new Set(counties.filter((one) => one.state === state).map(({ name }) => normalizeCounty(name))),
        )
    }
  }
  const problemsOf = (row: ImportRow): CellProblem[] => {
    const status = statusOf.get(row.agencyNo)
    const say = (column: string, rule: string) => ({ column, message: `${column}: ${rule}` })
    return [
      ...(!status ? [say('agencyNo', `no agency has the number ${row.agencyNo}.`)] : []),
      ...(status && !isPermittedByAgencyStatus(status, 'newBusiness')
        ? [say('agencyNo', `agency ${row.agencyNo} is not active.`)]
        : []),
      ...(countiesOf.get(row.state)?.has(normalizeCounty(row.county))
        ? []
        : [say('county', `there is no ${row.county.slice(0, 50)} in ${row.state}.`)]),
    ]
  }
  return { loadLocations, problemsOf }
}

async function check(
  { loadLocations, problemsOf }: ReturnType<typeof createLocationCheck>,
  batch: readonly NumberedCells[],
  today: string,
): Promise<CheckedRow[]> {
  const read = batch.map(({ rowNo, cells, hasMore }) => ({
    ...{ rowNo, cells },
    outcome: hasMore
      ? { problems: [{ column: '', message: 'The row has more cells than the header.' }] }
      : parseImportRow(cells, today),
  }))
  await loadLocations(read.flatMap(({ outcome }) => ('row' in outcome ? [outcome.row] : [])))
  return read.map(({ rowNo, cells, outcome }) => {
    if ('problems' in outcome) return { rowNo, cells, problems: outcome.problems }
    const problems = problemsOf(outcome.row)
    return { rowNo, cells, problems, ...(problems.length === 0 && { row: outcome.row }) }
  })
}

/**
 * Reads and checks the rows of a file in batches so that memory use stays constant.
 * @throws {ApiError} 415 if the file type is not supported; 422 if the file is invalid
 */
export async function* checkRows(db: Kysely<DB>, file: ImportFile, now: Date): AsyncGenerator<CheckedRow[]> {
  const today = getPropertyDate(now, 'FL')
  const places = createLocationCheck(db)
  let batch: NumberedCells[] = []
  for await (const row of readFile(file)) {
    batch.push(row)
    if (batch.length < rowsPerBatch) continue
    yield await check(places, batch, today)
    batch = []
  }
  if (batch.length > 0) yield await check(places, batch, today)
}
