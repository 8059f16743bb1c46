import { isEarthquake } from '../../catalog/products.ts'
/** Fee rate for a card brand and country. */
export interface CardFeeRate {
  /** Rate in hundredths of a percent. For example, 290 is 2.9%. */
  rateBasisPoints: number
  fixedCents: number
}

/** Returns the fee on an amount, in cents (PAY-4). The fee is rounded once, half up. */
export const calculateFeeCents = (amountCents: number, rate: CardFeeRate): number =>
  amountCents <= 0 ? 0 : Math.floor((amountCents * rate.rateBasisPoints + 5_000) / 10_000) + rate.fixedCents

/**
 * Returns the card fees for a yearly payment and for a monthly payment of one twelfth of the amount, in cents (PAY-4).
 */
export function calculateFeeQuote(amountCents: number, rate: CardFeeRate) {
  const monthCents = Math.floor((amountCents * 2 + 12) / 24)
  const feeYearCents = calculateFeeCents(amountCents, rate)
  const feeMonthlyCents = calculateFeeCents(monthCents, rate)
  return {
    feeYearCents,
    feeMonthlyCents,
    amountYearCents: amountCents + feeYearCents,
    amountMonthlyCents: monthCents + feeMonthlyCents,
  }
}

/**
 * Returns the amount on which the card fee is based, in cents (PAY-3, PAY-4). This is the payment amount, rounded down
 * to whole dollars for earthquake. Screens request the fee for the same amount.
 */
export const getFeeBasisCents = (productId: number, amountCents: number): number =>
  isEarthquake(productId) ? Math.floor(amountCents / 100) * 100 : amountCents
