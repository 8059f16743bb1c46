import type { PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'

type AmountsDue = Pick<PolicyConfirmation, 'productId' | 'currentlyDue' | 'totalPremium'> & {
  totalDue?: number | null | undefined
}

/**
 * Returns the amount in dollars on which the card fee is calculated (PAY-3, PAY-4): whole dollars of the amount
 * currently due for earthquake, otherwise totalDue. Uses totalPremium only if totalDue is absent; 0 is not absent.
 */
export const getCardFeeBasis = (policy: AmountsDue): number =>
  isEarthquake(policy.productId) ? Math.floor(policy.currentlyDue) : (policy.totalDue ?? policy.totalPremium)

const toCents = (dollars: number) => Math.round(dollars * 100)

/** Returns the amount of a payment made now, in dollars: the amount currently due plus the fee (BIL-2). */
export const getAmountToPay = (policy: Pick<PolicyConfirmation, 'currentlyDue'>, fee = 0): number =>
  (toCents(policy.currentlyDue) + toCents(fee)) / 100
