import type { PolicyConfirmation, PolicyTransaction } from '@tideline/sdk'
import { isEarthquake, lenderPays } from '@tideline/sdk/words'
import { sortByPostDate } from '../base/transaction-meta.ts'

/** The payment methods. `cardMessage` is the message that replaces the card form if cards are not accepted. */
export type PaymentMethodKind = 'mortgagee' | 'ach' | 'card' | 'lockbox' | 'cardMessage' | 'applyCheck'

type Policy = Pick<PolicyConfirmation, 'productId' | 'paymentInterval'>

/** Returns the payment method that is selected when the payment step opens (POL-11). */
export function getInitialPaymentMethod(
  policy: Policy,
  transactions: readonly Pick<PolicyTransaction, 'postDate' | 'billInitially'>[],
): PaymentMethodKind {
  if (isEarthquake(policy.productId) && policy.paymentInterval === 'Monthly') return 'card'
  const first = sortByPostDate(transactions as PolicyTransaction[])[0]
  if (policy.productId === 1 && first?.billInitially === lenderPays) return 'mortgagee'
  return 'ach'
}
