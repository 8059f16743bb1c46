import type { Kysely, Selectable } from 'kysely'
import { formatUsDate } from '../calendar/format-date.ts'
import type { DB, TaxRate as Row } from '../db/schema.ts'
import { createUnprocessableError } from '../http/api-error.ts'

/** A row of `tax_rates`. It is identified by state, charge, class and first date. */
export type TaxRate = Selectable<Row>

/** Rates of a state for one product on one date. There is at most one row per charge. */
export interface TaxRates {
  state: string
  productId: number
  /** Date of the rates, `YYYY-MM-DD`. It is the inception date of the term (ADR 13). */
  day: string
  rates: readonly TaxRate[]
}

const isInEffect = ({ effective_from, effective_to }: TaxRate, day: string) =>
  effective_from <= day && (effective_to === null || day <= effective_to)

/**
 * Returns the rows of a state and product class that are in effect on `day`. A zero rate also needs a row (TAX-1).
 * Throws 422 `missing_tax_rates` if the state has no rows, or if a charge has rows only for other dates.
 */
export function selectEffectiveTaxRates(rows: readonly TaxRate[], where: Omit<TaxRates, 'rates'>): TaxRates {
  const { state, day } = where
  if (rows.length === 0)
    throw createUnprocessableError(
      'missing_tax_rates',
      `state: ${state} has no tax rates, so policies cannot be issued there.`,
      'state',
    )
  const rates = rows.filter((row) => isInEffect(row, day))
  const missing = rows.find(({ charge }) => !rates.some((rate) => rate.charge === charge))
  if (missing)
    throw createUnprocessableError(
      'missing_tax_rates',
      `inceptionDate: ${state} has no rate of ${missing.charge} on ${formatUsDate(day)}.`,
      'inceptionDate',
    )
  return { ...where, rates }
}

/**
 * Cache of tax rate rows by transaction. A transaction prices a policy several times, and rates do not change within
 * it.
 */
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

/**
 * Returns the rows of a state and a product. In a transaction, they are read only once. Other callers read them each
 * time.
 */
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
 * Returns the tax rates of a state for a product by the inception date of the term. Later transactions use the same
 * rates as their term, even if the rates have changed since. Throws the errors of `selectEffectiveTaxRates`.
 */
export async function getTaxRates(db: Kysely<DB>, where: Omit<TaxRates, 'rates'>): Promise<TaxRates> {
  return selectEffectiveTaxRates(await getCachedRows(db, where), where)
}
