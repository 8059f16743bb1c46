import { type Kysely, sql } from 'kysely'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { DB } from '../../db/schema.ts'
import type { Policy } from '../../policy/visibility.ts'
import { type CardFeeRate, calculateFeeCents, getFeeBasisCents } from './fee.ts'

/**
 * Returns the fee rate that applies to a card. A rate for the country takes precedence over `*`, then a rate for the
 * brand over `default`.
 */
export async function getCardFeeRate(
  db: Kysely<DB>,
  brand: string,
  country: string,
  day: string,
): Promise<CardFeeRate> {
  const { rows } = await sql<{ rate_basis_points: number; fixed_cents: number }>`
    select rate_basis_points, fixed_cents from card_fees
    where card_brand in (${brand.toLowerCase()}, 'default') and card_country in (${country.toUpperCase()}, '*')
      and effective_from <= ${day}::date
    order by card_country = '*', card_brand = 'default', effective_from desc limit 1`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('The fee table has no default row.')
  return { rateBasisPoints: row.rate_basis_points, fixedCents: row.fixed_cents }
}

/** Returns the card fee on a policy's amount due at the time of the charge, in cents (PAY-3). */
export const getCardFee = async (
  db: Kysely<DB>,
  card: { brand: string; country: string },
  policy: Policy,
  amountCents: number,
  now: Date,
): Promise<number> =>
  calculateFeeCents(
    getFeeBasisCents(policy.productId, amountCents),
    await getCardFeeRate(db, card.brand, card.country, getPropertyDate(now, policy)),
  )
