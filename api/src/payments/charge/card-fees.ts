import { sql } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import type { Operations } from '../../generated/operations.ts'
import { createConflictError, createNotFoundError } from '../../http/api-error.ts'
import { type Collection, createBadRequestError, findCollectionRow, toIdArray } from '../../http/collection.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'

export type CardFee = Operations['getAdminCardFee']['response']
type CardFeeWrite = Operations['createAdminCardFee']['body']

interface Row {
  card_brand: CardFee['brand']
  card_country: string
  rate_basis_points: number
  fixed_cents: number
  effective_from: string
}

const key = sql`(f.card_brand || '.' || f.card_country || '.' || f.effective_from)`

/** Card fees by brand, country, and effective date (PAY-2). */
export const adminCardFeeCollection: Collection<'listAdminCardFees', Row> = {
  name: 'cardFees',
  from: sql`card_fees f`,
  columns: sql`f.*`,
  id: key,
  sorts: {
    effectiveDate: sql`f.effective_from`,
    brand: sql`f.card_brand`,
    country: sql`f.card_country`,
    rate: sql`f.rate_basis_points`,
  },
  filters: {
    brand: (brand) => sql`f.card_brand = ${brand}`,
    country: (country) => sql`f.card_country = ${country}`,
    id: (ids) => sql`${key} = any(${toIdArray(ids)}::text[])`,
  },
  present: (row) => ({
    id: `${row.card_brand}.${row.card_country}.${row.effective_from}`,
    brand: row.card_brand,
    country: row.card_country,
    rate: row.rate_basis_points / 10_000,
    fixedAmount: toDollars(row.fixed_cents),
    effectiveDate: row.effective_from,
  }),
}

/** Returns one fee by brand, country, and effective date. Throws 404. */
export async function requireCardFee(ctx: Pick<Ctx, 'db'>, id: string): Promise<CardFee> {
  const found = await findCollectionRow(ctx.db, adminCardFeeCollection, id)
  if (!found) throw createNotFoundError({ cardFee: id })
  return found
}

const getId = ({ brand, country, effectiveDate }: CardFeeWrite) => `${brand}.${country}.${effectiveDate}`

/** Converts a fee to a row. Throws 400 if the fee is negative or has a fraction of a basis point. */
function toRow(fee: CardFeeWrite): Row {
  const points = Math.round(fee.rate * 10_000)
  if (Math.abs(points - fee.rate * 10_000) > 1e-6)
    throw createBadRequestError('rate', 'at most two decimals of a percent.')
  if (fee.fixedAmount < 0) throw createBadRequestError('fixedAmount', 'not below zero.')
  return {
    card_brand: fee.brand,
    card_country: fee.country,
    rate_basis_points: points,
    fixed_cents: Math.round(fee.fixedAmount * 100),
    effective_from: fee.effectiveDate,
  }
}

/** Locks the card fees so that concurrent changes run one after the other. */
const lockCardFees = ({ db }: TransactionContext) =>
  sql`select pg_advisory_xact_lock(hashtext('card fees'))`.execute(db)

async function requireFree(ctx: TransactionContext, id: string): Promise<void> {
  if (await findCollectionRow(ctx.db, adminCardFeeCollection, id))
    throw createConflictError('already_exists', 'A fee for this brand and country already starts on this date.')
}

/**
 * Throws 409 if a change would leave dates without a `default` fee for the country. The default applies if there is no
 * other fee.
 */
async function requireDefaultStays(
  ctx: TransactionContext,
  { brand, country, effectiveDate, id }: CardFee,
): Promise<void> {
  if (brand !== 'default') return
  const { rows } = await sql`select from card_fees f where f.card_brand = 'default' and f.card_country = ${country}
    and f.effective_from <= ${effectiveDate}::date and ${key} <> ${id}`.execute(ctx.db)
  if (rows.length === 0)
    throw createConflictError(
      'last_default',
      'This is the default fee. Change its rate, or add a fee that replaces it.',
    )
}

const insert = ({ db }: TransactionContext, row: Row) => db.insertInto('card_fees').values(row).execute()
const remove = ({ db }: TransactionContext, { brand, country, effectiveDate }: CardFee) =>
  db
    .deleteFrom('card_fees')
    .where('card_brand', '=', brand)
    .where('card_country', '=', country)
    .where('effective_from', '=', effectiveDate)
    .execute()

const audit = (ctx: TransactionContext, action: string, id: string, details: { before?: CardFee; after?: CardFee }) =>
  writeAuditEntry(ctx, { action: `cardFee.${action}`, entity: 'cardFee', entityId: id, details })

/**
 * Adds a fee from an effective date on.
 * @throws {ApiError} 400 if the fee is invalid; 409 if a fee with this brand, country and date exists
 */
export const createCardFee = (ctx: Ctx, fee: CardFeeWrite): Promise<CardFee> =>
  runInTransaction(ctx, async (ctx) => {
    const row = toRow(fee)
    await lockCardFees(ctx)
    await requireFree(ctx, getId(fee))
    await insert(ctx, row)
    const after = await requireCardFee(ctx, getId(fee))
    await audit(ctx, 'create', after.id, { after })
    return after
  })

/**
 * Replaces a fee from the next charge on. Throws 404, and 400 and 409 for the same reasons as `createCardFee` and
 * `deleteCardFee`.
 */
export const updateCardFee = (ctx: Ctx, id: string, fee: CardFeeWrite): Promise<CardFee> =>
  runInTransaction(ctx, async (ctx) => {
    const row = toRow(fee)
    await lockCardFees(ctx)
    const before = await requireCardFee(ctx, id)
    if (getId(fee) !== id) {
      await requireFree(ctx, getId(fee))
      await requireDefaultStays(ctx, before)
    }
    await remove(ctx, before)
    await insert(ctx, row)
    const after = await requireCardFee(ctx, getId(fee))
    await audit(ctx, 'update', after.id, { before, after })
    return after
  })

/**
 * Deletes a fee. The country's default then applies again.
 * @throws {ApiError} 404 if the fee does not exist; 409 if it is the last default
 */
export const deleteCardFee = (ctx: Ctx, id: string): Promise<CardFee> =>
  runInTransaction(ctx, async (ctx) => {
    await lockCardFees(ctx)
    const before = await requireCardFee(ctx, id)
    await requireDefaultStays(ctx, before)
    await remove(ctx, before)
    await audit(ctx, 'delete', id, { before })
    return before
  })
