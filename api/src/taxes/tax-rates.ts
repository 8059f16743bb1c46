import type { Kysely, Selectable } from 'kysely'
import type { DB, TaxRate as Row } from '../db/schema.ts'
import { rejected } from '../http/api-error.ts'

/** A row of `tax_rates`: its key (state, charge, class, first day) names it wherever a figure has to be traced. */
export type TaxRate = Selectable<Row>

/** What a state takes of one product on one day: at most one row of each charge. */
export interface TaxRates {
  state: string
  productId: number
  /** The day that the rates are of: the term's inception (ADR 13). `YYYY-MM-DD` */
  day: string
  rates: readonly TaxRate[]
}

const holdsOn = ({ effective_from, effective_to }: TaxRate, day: string) =>
  effective_from <= day && (effective_to === null || day <= effective_to)

/**
 * The rows of a state and product class that hold on `day`. Throws 422 `missing_tax_rates` for a state without any row, and for a
 * charge that the state takes on other days but has no row for on this one: zero is a row (TAX-1).
 */
export function ratesOn(rows: readonly TaxRate[], where: Omit<TaxRates, 'rates'>): TaxRates {
  const { state, day } = where
  if (rows.length === 0)
    throw rejected(
      'missing_tax_rates',
      `state: ${state} has no tax rates, so policies cannot be issued there.`,
      'state',
    )
  const rates = rows.filter((row) => holdsOn(row, day))
  const missing = rows.find(({ charge }) => !rates.some((rate) => rate.charge === charge))
  if (missing)
    throw rejected(
      'missing_tax_rates',
      `inceptionDate: ${state} has no rate of ${missing.charge} on ${day}.`,
      'inceptionDate',
    )
  return { ...where, rates }
}

/** What a transaction has read already: it prices a policy several times, and rates do not change beneath it. */
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

/** The rows of a state and a product, once in a transaction; outside of one they are read each time. */
function rowsIn(db: Kysely<DB>, where: Omit<TaxRates, 'rates'>): Promise<TaxRate[]> {
  if (!db.isTransaction) return getRows(db, where)
  const read = known.get(db) ?? new Map<string, Promise<TaxRate[]>>()
  known.set(db, read)
  const key = `${where.state} ${where.productId}`
  const rows = read.get(key) ?? getRows(db, where)
  read.set(key, rows)
  return rows
}

/**
 * What a state takes of a product, by the day that a term begins: an endorsement, a cancellation and a reinstatement are taxed
 * like the term that they change, whatever the rates are by then. Throws like `ratesOn`.
 */
export async function taxRatesFor(db: Kysely<DB>, where: Omit<TaxRates, 'rates'>): Promise<TaxRates> {
  return ratesOn(await rowsIn(db, where), where)
}
