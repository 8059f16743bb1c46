import type { PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'

type Due = Pick<PolicyConfirmation, 'productId' | 'currentlyDue' | 'totalPremium'> & {
  totalDue?: number | null | undefined
}

/**
 * The amount in dollars that the card fee is worked out on (PAY-3, PAY-4): whole dollars of what is currently due for
 * earthquake, otherwise totalDue; totalPremium only when totalDue is absent, which 0 is not.
 */
export const feeBasis = (policy: Due): number =>
  isEarthquake(policy.productId) ? Math.floor(policy.currentlyDue) : (policy.totalDue ?? policy.totalPremium)

const toCents = (dollars: number) => Math.round(dollars * 100)

/** What a payment made now takes, in dollars: what the server says is currently due, and the fee (BIL-2). */
export const amountToPay = (policy: Pick<PolicyConfirmation, 'currentlyDue'>, fee = 0): number =>
  (toCents(policy.currentlyDue) + toCents(fee)) / 100
