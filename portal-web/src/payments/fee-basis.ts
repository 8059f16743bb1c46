import type { PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'

type AmountsDue = Pick<PolicyConfirmation, 'productId' | 'currentlyDue' | 'totalPremium'> & {
  totalDue?: number | null | undefined
}

/**
 * Returns the amount in dollars that the card fee is based on (PAY-3, PAY-4). Earthquake uses the whole dollars
 * currently due; other products use `totalDue`, or `totalPremium` if `totalDue` is missing.
 */
export const getCardFeeBasis = (policy: AmountsDue): number =>
  isEarthquake(policy.productId) ? Math.floor(policy.currentlyDue) : (policy.totalDue ?? policy.totalPremium)

const toCents = (dollars: number) => Math.round(dollars * 100)

/** Returns the total to pay now, in dollars: the amount currently due plus the card fee (BIL-2). */
export const getAmountToPay = (policy: Pick<PolicyConfirmation, 'currentlyDue'>, fee = 0): number =>
  (toCents(policy.currentlyDue) + toCents(fee)) / 100
