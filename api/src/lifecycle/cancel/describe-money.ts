import { formatUsDate } from '../../calendar/format-date.ts'
import { sayDollars } from '../../http/money.ts'
import { describeHeldRefund } from '../../payments/refunds/held-refund-messages.ts'
import { describeRefundPayees, type Payees } from '../../payments/refunds/refund-payees.ts'
import type { HeldRefund } from '../../payments/refunds/release-return-premium.ts'

/** What becomes of the money of a cancelled policy, in cents. */
export interface CancelledMoney {
  /** The end lies ahead: the money waits for it (CAN-13). */
  isAhead: boolean
  refundCents: number
  /** To whom it goes; empty where nothing leaves yet. */
  payees: Payees
  held: readonly HeldRefund[]
  dueCents: number
  /** Payments that were submitted and have not settled. */
  processing: readonly { cents: number; submittedOn: string }[]
}

const leaves = ({ isAhead, refundCents, payees }: CancelledMoney) => {
  if (isAhead) return `${sayDollars(refundCents)} will be refunded to the original payers when coverage ends.`
  return describeRefundPayees(payees)
}

/** A payment that is processing when the policy is cancelled is listed in the notice, with what happens when it settles. */
const describeProcessing = ({ cents, submittedOn }: CancelledMoney['processing'][number]) =>
  `A payment of ${sayDollars(cents)} submitted on ${formatUsDate(submittedOn)} is still processing. If it settles, anything the policy does not owe is refunded to its payer.`

/** What goes back, to whom and when, what is held back and why, and what is still owed (CAN-18). */
export function describeCancellationMoney(money: CancelledMoney): string {
  const sentences = [
    ...(money.refundCents > 0 ? [leaves(money)] : []),
    ...money.held.map(describeHeldRefund),
    ...(money.refundCents === 0 && money.held.length === 0 ? ['No return premium is due.'] : []),
    ...(money.dueCents > 0
      ? [`${sayDollars(money.dueCents)} is still owed for the time the policy was in force.`]
      : []),
  ]
  return [...sentences, ...money.processing.map(describeProcessing)].join(' ')
}
