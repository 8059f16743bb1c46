import type { PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'

type AmountsDue = Pick<PolicyConfirmation, 'productId' | 'currentlyDue' | 'totalPremium'> & {
  totalDue?: number | null | undefined
}

/**
 * Returns the amount in dollars that the card fee is based on (PAY-3, PAY-4). For earthquake, that is the amount
 * currently due in whole dollars; for other products, the total due or, if unknown, the total premium.
 */
export const getCardFeeBasis = (policy: AmountsDue): number =>
  isEarthquake(policy.productId) ? Math.floor(policy.currentlyDue) : (policy.totalDue ?? policy.totalPremium)

const toCents = (dollars: number) => Math.round(dollars * 100)

/** Returns the total to pay now, in dollars: the amount currently due plus the card fee (BIL-2). */
export const getAmountToPay = (policy: Pick<PolicyConfirmation, 'currentlyDue'>, fee = 0): number =>
  (toCents(policy.currentlyDue) + toCents(fee)) / 100
