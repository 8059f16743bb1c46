import type { Kysely } from 'kysely'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { DB } from '../db/schema.ts'
import { ApiError } from '../http/api-error.ts'
import { describeRestriction, findRestriction } from '../moratoriums/find-restriction.ts'
import { getTaxRates } from '../taxes/tax-rates.ts'
import { type CheckedRow, createCountyLookup } from './check-rows.ts'
import type { CellProblem, ImportRow } from './columns.ts'
import { findInsuredProperties, getAlreadyInsuredMessage, getPropertyKey } from './insured-properties.ts'
import { memoize } from './memoize.ts'

/**
 * Creates a function that checks rows against the database. It finds moratoriums, missing tax rates, properties that
 * are already insured and properties that are listed twice. Each moratorium and tax rate is read once per file.
 */
export function createImportRowCheck(db: Kysely<DB>, now: Date) {
  const seen = new Map<string, number>()
  const findMoratoriumProblem = memoize(
    async ({ state, county: name, productId }: Pick<ImportRow, 'state' | 'county' | 'productId'>) => {
      const place = { state, county: name }
      const county = (await createCountyLookup(db, [place]))(place)
      const stop =
        county &&
        (await findRestriction(db, {
          productId,
          countyFips: county.county_fips,
          actions: ['newBusiness'],
          day: getPropertyDate(now, state),
        }))
      return stop && { column: 'county', message: describeRestriction(stop) }
    },
  )
  const moratoriumProblemOf = ({ state, county, productId }: ImportRow) =>
    findMoratoriumProblem({ state, county: county.toLowerCase(), productId })
  const findTaxProblem = memoize(async (term: { state: string; productId: number; day: string }) => {
    try {
      await getTaxRates(db, term)
      return undefined
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      return { column: thrown.field ?? 'state', message: thrown.message }
    }
  })
  const taxProblemOf = ({ state, productId, inceptionDate }: ImportRow) =>
    findTaxProblem({ state, productId, day: inceptionDate })
  const duplicateOf = (row: ImportRow, rowNo: number, policyNo: string | undefined): CellProblem | undefined => {
    const first = seen.get(getPropertyKey(row))
    if (first === undefined) seen.set(getPropertyKey(row), rowNo)
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
        ? [
            await moratoriumProblemOf(row),
            await taxProblemOf(row),
            duplicateOf(row, one.rowNo, insured.get(getPropertyKey(row))),
          ]
        : []
      checked.push({ ...one, problems: [...one.problems, ...found.filter((problem) => problem !== undefined)] })
    }
    return checked
  }
}
