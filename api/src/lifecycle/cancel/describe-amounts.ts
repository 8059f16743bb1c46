import { formatUsDate } from '../../calendar/format-date.ts'
import { formatDollars } from '../../http/money.ts'
import { describeHeldRefund } from '../../payments/refunds/held-refund-messages.ts'
import { describeRefundPayees, type Payees } from '../../payments/refunds/refund-payees.ts'
import type { HeldRefund } from '../../payments/refunds/release-return-premium.ts'

/** Amounts of a cancelled policy, in cents. */
export interface CancellationAmounts {
  /** Whether coverage ends in the future. The refund is paid only then (CAN-13). */
  isAhead: boolean
  refundCents: number
  /** Payees of the refund. Empty if nothing is paid yet. */
  payees: Payees
  held: readonly HeldRefund[]
  dueCents: number
  /** Payments that were submitted and have not settled. */
  processing: readonly { cents: number; submittedOn: string }[]
}

const describeRefund = ({ isAhead, refundCents, payees }: CancellationAmounts) => {
  if (isAhead) return `${formatDollars(refundCents)} will be refunded to the original payers when coverage ends.`
  return describeRefundPayees(payees)
}

/** Describes a payment that is still processing at the cancellation, and what happens when it settles. */
const describeProcessing = ({ cents, submittedOn }: CancellationAmounts['processing'][number]) =>
  `A payment of ${formatDollars(cents)} submitted on ${formatUsDate(submittedOn)} is still processing. If it settles, anything the policy does not owe is refunded to its payer.`

/**
 * Describes the amounts of a cancellation (CAN-18): the refund with its payees and date, amounts on hold with the
 * reason, and the amount still owed.
 */
export function describeCancellationAmounts(money: CancellationAmounts): string {
  const sentences = [
    ...(money.refundCents > 0 ? [describeRefund(money)] : []),
    ...money.held.map((one) => describeHeldRefund(one)),
    ...(money.refundCents === 0 && money.held.length === 0 ? ['No return premium is due.'] : []),
    ...(money.dueCents > 0
      ? [`${formatDollars(money.dueCents)} is still owed for the time the policy was in force.`]
      : []),
  ]
  return [...sentences, ...money.processing.map(describeProcessing)].join(' ')
}
