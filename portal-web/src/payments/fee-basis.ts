import type { PolicyConfirmation } from '@tideline/sdk'
import { isEarthquake } from '@tideline/sdk/words'

export type PayablePolicy = Pick<PolicyConfirmation, 'payableAmount' | 'payableTotal'>

/**
 * Returns the amount of a payment before the card fee, in dollars: the payable amount, or everything that is owed
 * (BIL-13).
 */
export const getPaymentAmount = (policy: PayablePolicy, paysAll = false): number =>
  paysAll ? policy.payableTotal : policy.payableAmount

/** Checks whether the payer can choose between the payable amount and everything that is owed (BIL-13). */
export const hasAmountChoice = (policy: PayablePolicy): boolean =>
  getPaymentAmount(policy, true) > getPaymentAmount(policy)

/**
 * Returns the amount in dollars on which the card fee is calculated (PAY-3, PAY-4). This is the payment amount, rounded
 * down to whole dollars for earthquake policies.
 */
export function getCardFeeBasis(
  policy: PayablePolicy & Pick<PolicyConfirmation, 'productId'>,
  paysAll = false,
): number {
  const amount = getPaymentAmount(policy, paysAll)
  return isEarthquake(policy.productId) ? Math.floor(amount) : amount
}

const toCents = (dollars: number) => Math.round(dollars * 100)

/** Returns the total of a payment in dollars: its amount plus the card fee. */
export const getAmountToPay = (policy: PayablePolicy, fee = 0, paysAll = false): number =>
  (toCents(getPaymentAmount(policy, paysAll)) + toCents(fee)) / 100
