import type { Kysely, Selectable } from 'kysely'
import { formatUsDate } from '../calendar/format-date.ts'
import type { DB, TaxRate as Row } from '../db/schema.ts'
import { rejected } from '../http/api-error.ts'

/** A row of `tax_rates`. Its key (state, charge, class, first date) identifies it wherever an amount is traced. */
export type TaxRate = Selectable<Row>

/** The rates of a state for one product on one date, with at most one row per charge. */
export interface TaxRates {
  state: string
  productId: number
  /** The date of the rates, which is the term's inception date (ADR 13), `YYYY-MM-DD`. */
  day: string
  rates: readonly TaxRate[]
}

const isInEffect = ({ effective_from, effective_to }: TaxRate, day: string) =>
  effective_from <= day && (effective_to === null || day <= effective_to)

/**
 * Returns the rows of a state and product class that are in effect on `day`. Throws 422 `missing_tax_rates` for a state
 * without any row, and for a charge that has rows on other dates but none on this one. A zero rate needs a row, too
 * (TAX-1).
 */
export function getRatesOn(rows: readonly TaxRate[], where: Omit<TaxRates, 'rates'>): TaxRates {
  const { state, day } = where
  if (rows.length === 0)
    throw rejected(
      'missing_tax_rates',
      `state: ${state} has no tax rates, so policies cannot be issued there.`,
      'state',
    )
  const rates = rows.filter((row) => isInEffect(row, day))
  const missing = rows.find(({ charge }) => !rates.some((rate) => rate.charge === charge))
  if (missing)
    throw rejected(
      'missing_tax_rates',
      `inceptionDate: ${state} has no rate of ${missing.charge} on ${formatUsDate(day)}.`,
      'inceptionDate',
    )
  return { ...where, rates }
}

/** Rows already read by each transaction, which prices a policy several times. Rates do not change within it. */
const known = new WeakMap<Kysely<DB>, Map<string, Promise<TaxRate[]>>>()

const getRows = (db: Kysely<DB>, { state, productId }: Omit<TaxRates, 'rates'>): Promise<TaxRate[]> =>
  db
    .selectFrom('tax_rates')
    .innerJoin('products', 'products.occupancy', 'tax_rates.product_class')
    .selectAll('tax_rates')
    .where('products.product_id', '=', productId)
    .where('tax_rates.state', '=', state)
    .orderBy('tax_rates.charge')
    .orderBy('tax_rates.effective_from')
    .execute()

/** Returns the rows of a state and a product. A transaction reads them once; other callers read them each time. */
function getCachedRows(db: Kysely<DB>, where: Omit<TaxRates, 'rates'>): Promise<TaxRate[]> {
  if (!db.isTransaction) return getRows(db, where)
  const read = known.get(db) ?? new Map<string, Promise<TaxRate[]>>()
  known.set(db, read)
  const key = `${where.state} ${where.productId}`
  const rows = read.get(key) ?? getRows(db, where)
  read.set(key, rows)
  return rows
}

/**
 * Returns the tax rates of a state for a product by the inception date of the term. An endorsement, cancellation, or
 * reinstatement is taxed like its term, even if the rates have changed since. Throws like `ratesOn`.
 */
export async function getTaxRates(db: Kysely<DB>, where: Omit<TaxRates, 'rates'>): Promise<TaxRates> {
  return getRatesOn(await getCachedRows(db, where), where)
}
