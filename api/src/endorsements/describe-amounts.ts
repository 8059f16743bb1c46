import { formatUsDate } from '../calendar/format-date.ts'
import { formatDollars } from '../http/money.ts'
import { describeHeldRefund } from '../payments/refunds/held-refund-messages.ts'
import { describeRefundPayees, type Payees } from '../payments/refunds/refund-payees.ts'
import type { HeldRefund } from '../payments/refunds/release-return-premium.ts'

/** Amounts that an endorsement charges or returns, in cents. */
export interface EndorsementAmounts {
  /** Negative for return premium. */
  changeCents: number
  /** Refunds that are paid immediately. */
  payees: Payees
  /** Refunds on hold until staff decide. */
  held: readonly HeldRefund[]
  /**
   * Open amount of the endorsement's invoice, its first due date, `YYYY-MM-DD`, and its number of due dates. Undefined
   * if nothing of it is open.
   */
  due: { openCents: number; dueDate: string; parts: number } | undefined
  billsLender: boolean
}

const charged = ({ due, billsLender }: EndorsementAmounts) => {
  if (!due) return 'Your earlier payments cover it.'
  if (billsLender) return 'Your lender will be billed.'
  if (due.parts > 1)
    return `The difference is added to your ${due.parts} remaining installments, starting on ${formatUsDate(due.dueDate)}.`
  return `Please pay the difference by ${formatUsDate(due.dueDate)}.`
}

const returned = ({ changeCents, payees, held }: EndorsementAmounts) => {
  const unpaidCents = -changeCents - [...payees, ...held].reduce((sum, { cents }) => sum + cents, 0)
  return [
    ...(payees.length > 0 ? [describeRefundPayees(payees)] : []),
    ...held.map(describeHeldRefund),
    ...(unpaidCents > 0 ? [`${formatDollars(unpaidCents)} less is owed.`] : []),
  ].join(' ')
}

/** Describes an endorsement's charge and due date, or its refund and payees (END-10). */
export function describeEndorsementAmounts(money: EndorsementAmounts): string {
  if (money.changeCents === 0) return 'The cost of the policy does not change.'
  return money.changeCents > 0 ? charged(money) : returned(money)
}
