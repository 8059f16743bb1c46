import { isEarthquake } from '../../catalog/products.ts'
/** A row of the fee table: per brand and country of the card. */
export interface CardFeeRate {
  /** Hundredths of a percent: 290 is 2.9 %. */
  rateBasisPoints: number
  fixedCents: number
}

/** The fee on an amount, in cents, rounded half up once (PAY-4). */
export const feeCents = (amountCents: number, rate: CardFeeRate): number =>
  amountCents <= 0 ? 0 : Math.floor((amountCents * rate.rateBasisPoints + 5_000) / 10_000) + rate.fixedCents

/** The fee on the whole amount and on a twelfth of it (PAY-4); everything in cents. */
export function feeQuote(amountCents: number, rate: CardFeeRate) {
  const monthCents = Math.floor((amountCents * 2 + 12) / 24)
  const feeYearCents = feeCents(amountCents, rate)
  const feeMonthlyCents = feeCents(monthCents, rate)
  return {
    feeYearCents,
    feeMonthlyCents,
    amountYearCents: amountCents + feeYearCents,
    amountMonthlyCents: monthCents + feeMonthlyCents,
  }
}

/**
 * The amount that the card fee is worked out on, in cents (PAY-3, PAY-4): whole dollars of what is currently due for
 * earthquake, otherwise the total due. The screens ask for the fee of the same amount, so both get the same fee.
 */
export const feeBasisCents = (productId: number, due: { currentlyDueCents: number; totalDueCents: number }): number =>
  isEarthquake(productId) ? Math.floor(due.currentlyDueCents / 100) * 100 : due.totalDueCents
