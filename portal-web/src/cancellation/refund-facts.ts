import type { CancellationPreview } from '@tideline/sdk'
import { formatMoney, joinWithAnd } from '@tideline/web-kit/formats/format.ts'

type ReturnedPremium = Pick<CancellationPreview, 'refundTo'> & { refundAmount: number }

/** Splits the return premium, in dollars: it first reduces an unpaid balance, and the rest is refunded. */
export function splitReturnPremium({ refundAmount, refundTo }: ReturnedPremium) {
  const refundCents = refundTo.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  return { refund: refundCents / 100, balanceReduction: (Math.round(refundAmount * 100) - refundCents) / 100 }
}

/**
 * Returns the refund rows of a pending or proposed cancellation: return premium, balance reduction, and refund with its
 * payees.
 */
export function getRefundFacts(returned: ReturnedPremium) {
  const { refund, balanceReduction } = splitReturnPremium(returned)
  const payees = joinWithAnd(returned.refundTo.map(({ name }) => name))
  return [
    { label: 'Return premium', value: formatMoney(returned.refundAmount), isNumber: true },
    { label: 'Balance reduced by', value: balanceReduction > 0 && formatMoney(balanceReduction), isNumber: true },
    { label: payees ? `Refund to ${payees}` : 'Refund', value: formatMoney(refund), isNumber: true, isTotal: true },
  ].filter(({ value }) => value !== false)
}
