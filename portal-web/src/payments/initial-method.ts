import type { PolicyConfirmation, PolicyTransaction } from '@tideline/sdk'
import { isEarthquake, lenderPays } from '@tideline/sdk/words'
import { byPostDate } from '../base/transaction-meta.ts'

/** The ways to pay, and the card message that stands where a card is not taken. */
export type PayMethod = 'mortgagee' | 'ach' | 'card' | 'lockbox' | 'cardMessage' | 'applyCheck'

type Policy = Pick<PolicyConfirmation, 'productId' | 'paymentInterval'>

/** The method the payment step opens with (POL-11): the first transaction is the earliest posted. */
export function initialMethod(
  policy: Policy,
  transactions: readonly Pick<PolicyTransaction, 'postDate' | 'billInitially'>[],
): PayMethod {
  if (isEarthquake(policy.productId) && policy.paymentInterval === 'Monthly') return 'card'
  const first = byPostDate(transactions as PolicyTransaction[])[0]
  if (policy.productId === 1 && first?.billInitially === lenderPays) return 'mortgagee'
  return 'ach'
}
