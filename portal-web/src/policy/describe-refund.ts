import type { CancellationStatus } from '@tideline/sdk'
import { formatMoney } from '@tideline/web-kit/formats/format.ts'
import { splitReturnPremium } from '../cancellation/refund-facts.ts'

type Returned = Pick<CancellationStatus, 'refundAmount' | 'refundTo' | 'state'>

/**
 * Describes the refund and its payees. For a pending cancellation, also states by how much the return premium reduces
 * an unpaid balance.
 */
export function describeRefund({ refundAmount, refundTo, state }: Returned): string {
  if (!refundAmount) return 'No refund'
  const { refund, balanceReduction } = splitReturnPremium({ refundAmount, refundTo })
  const [only] = refundTo
  const payees =
    refundTo.length === 1
      ? ` to ${only?.name}`
      : `: ${refundTo.map(({ name, amount }) => `${formatMoney(amount)} to ${name}`).join(', ')}`
  const refunded = only && `Refund ${formatMoney(refund)}${payees}`
  // Return premium that was not refunded is in review, was transferred, or reduced the balance.
  if (state === 'cancelled') return refunded ?? `Return premium ${formatMoney(refundAmount)}`
  const reduced = balanceReduction > 0 && `Balance reduced by ${formatMoney(balanceReduction)}`
  return [refunded ?? 'No refund', reduced].filter(Boolean).join('. ')
}
