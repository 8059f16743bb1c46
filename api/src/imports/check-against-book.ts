import { type Kysely, sql } from 'kysely'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { DB } from '../db/schema.ts'
import { ApiError } from '../http/api-error.ts'
import { describeRestriction, findRestriction } from '../moratoriums/find-restriction.ts'
import { getTaxRates } from '../taxes/tax-rates.ts'
import { getAddressLine, getAlreadyInsuredMessage } from './bind-import-row.ts'
import { type CheckedRow, getCounty } from './check-rows.ts'
import type { CellProblem, ImportRow } from './columns.ts'

const getKey = (row: ImportRow) => `${getAddressLine(row)}|${row.inceptionDate}|${row.productId}`

/** Returns the policies that already insure the properties of the rows, as policy numbers by `getKey`. */
async function findInsuredProperties(db: Kysely<DB>, rows: readonly ImportRow[]): Promise<Map<string, string>> {
  const found = await sql<{ key: string; policyNo: string }>`
    select concat_ws('|', given.line, given.day, given.product) as key, p.policy_no as "policyNo"
    from unnest(${rows.map(getAddressLine)}::text[], ${rows.map((row) => row.inceptionDate)}::text[],
      ${rows.map((row) => row.productId)}::int[]) as given (line, day, product)
    join policies p on lower(p.address_line) = given.line and p.inception_date = given.day::date
      and p.product_id = given.product and p.cancelled_at is null`.execute(db)
  return new Map(found.rows.map(({ key, policyNo }) => [key, policyNo]))
}

/**
 * Creates a function that checks rows against the database: moratoriums, tax rates, properties that are already insured
 * and properties listed twice. Each moratorium and tax rate is read once per file.
 */
export function createImportRowCheck(db: Kysely<DB>, now: Date) {
  const results = new Map<string, Promise<CellProblem | undefined>>()
  const seen = new Map<string, number>()
  const once = (key: string, ask: () => Promise<CellProblem | undefined>) => {
    const result = results.get(key) ?? ask()
    results.set(key, result)
    return result
  }
  const moratoriumOf = (row: ImportRow) =>
    once(`moratorium|${row.state}|${row.county.toLowerCase()}|${row.productId}`, async () => {
      const county = await getCounty(db, row)
      const { productId, state } = row
      const stop =
        county &&
        (await findRestriction(db, {
          ...{ productId, countyFips: county.county_fips, actions: ['newBusiness'], day: getPropertyDate(now, state) },
        }))
      return stop && { column: 'county', message: describeRestriction(stop) }
    })
  const taxProblemOf = ({ state, productId, inceptionDate }: ImportRow) =>
    once(`taxes|${state}|${productId}|${inceptionDate}`, async () => {
      try {
        await getTaxRates(db, { state, productId, day: inceptionDate })
        return undefined
      } catch (thrown) {
        if (!(thrown instanceof ApiError)) throw thrown
        return { column: thrown.field ?? 'state', message: thrown.message }
      }
    })
  const duplicateOf = (row: ImportRow, rowNo: number, policyNo: string | undefined): CellProblem | undefined => {
    const first = seen.get(getKey(row))
    if (first === undefined) seen.set(getKey(row), rowNo)
    if (policyNo) return { column: 'addr1', message: getAlreadyInsuredMessage(policyNo, row.inceptionDate) }
    return first === undefined ? undefined : { column: 'addr1', message: `addr1: row ${first} has the same property.` }
  }

  return async function check(rows: readonly CheckedRow[]): Promise<CheckedRow[]> {
    const insured = await findInsuredProperties(
      db,
      rows.flatMap(({ row }) => row ?? []),
    )
    const checked: CheckedRow[] = []
    for (const one of rows) {
      const { row } = one
      const found = row
        ? [await moratoriumOf(row), await taxProblemOf(row), duplicateOf(row, one.rowNo, insured.get(getKey(row)))]
        : []
      checked.push({ ...one, problems: [...one.problems, ...found.filter((problem) => problem !== undefined)] })
    }
    return checked
  }
}
