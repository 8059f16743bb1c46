import type { PolicyConfirmation, PolicyTransaction } from '@tideline/sdk'
import { isEarthquake, lenderPays } from '@tideline/sdk/words'
import { sortByPostDate } from '../base/transaction-meta.ts'

/** The ways to pay, and the message that replaces the card form when cards are not accepted. */
export type PaymentMethodKind = 'mortgagee' | 'ach' | 'card' | 'lockbox' | 'cardMessage' | 'applyCheck'

type Policy = Pick<PolicyConfirmation, 'productId' | 'paymentInterval'>

/**
 * Returns the initial method of the payment step (POL-11). The first transaction is the one with the earliest post
 * date.
 */
export function getInitialPaymentMethod(
  policy: Policy,
  transactions: readonly Pick<PolicyTransaction, 'postDate' | 'billInitially'>[],
): PaymentMethodKind {
  if (isEarthquake(policy.productId) && policy.paymentInterval === 'Monthly') return 'card'
  const first = sortByPostDate(transactions as PolicyTransaction[])[0]
  if (policy.productId === 1 && first?.billInitially === lenderPays) return 'mortgagee'
  return 'ach'
}
