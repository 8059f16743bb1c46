import type { Kysely } from 'kysely'
import { executePrepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import { selectEffectiveTaxRates, type TaxRate, type TaxRates } from './select-tax-rates.ts'

/** Cache of tax rates per transaction. A transaction prices a policy several times, always with the same rates. */
const known = new WeakMap<Kysely<DB>, Map<string, Promise<TaxRate[]>>>()

const getRows = (db: Kysely<DB>, { state, productId }: Omit<TaxRates, 'rates'>): Promise<TaxRate[]> =>
  executePrepared(
    db,
    db
      .selectFrom('tax_rates')
      .innerJoin('products', 'products.occupancy', 'tax_rates.product_class')
      .selectAll('tax_rates')
      .where('products.product_id', '=', productId)
      .where('tax_rates.state', '=', state)
      .orderBy('tax_rates.charge')
      .orderBy('tax_rates.effective_from'),
  )

/**
 * Returns all tax rates of a state for a product. A transaction reads them only once. Other callers read them each
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
 * Returns a state's tax rates for a product on the term's inception date. All transactions of a term use these rates,
 * even if they have changed since. Throws the errors of `selectEffectiveTaxRates`.
 */
export async function getTaxRates(db: Kysely<DB>, where: Omit<TaxRates, 'rates'>): Promise<TaxRates> {
  return selectEffectiveTaxRates(await getCachedRows(db, where), where)
}
