import { CancelReasonCode } from '@tideline/sdk/words'
import { formatUsDate } from '../../calendar/format-date.ts'
import { formatDollars } from '../../http/money.ts'
import { describeHeldRefund } from '../../payments/refunds/held-refund-messages.ts'
import { describeRefundPayees, listPayees } from '../../payments/refunds/refund-payees.ts'
import { type CancellationAmounts, getRefundCents } from './cancellation-amounts.ts'

const describeRefund = (amounts: CancellationAmounts): string =>
  amounts.isPlanned
    ? `${formatDollars(getRefundCents(amounts))} will be refunded when the cancellation takes effect: ${listPayees(amounts.payees)}.`
    : describeRefundPayees(amounts.payees)

const describeBalance = ({ isPlanned, balanceCents }: CancellationAmounts): string =>
  `${formatDollars(balanceCents)} ${isPlanned ? 'will still be' : 'is still'} owed for the time the policy was in force.`

/**
 * Describes a payment that is still processing at the cancellation, and what happens when it settles. After a
 * cancellation for nonpayment, it can lead to a reinstatement (DEL-19).
 */
const describeProcessing = ({ cents, submittedOn }: CancellationAmounts['processing'][number], reasonCode?: string) =>
  `A payment of ${formatDollars(cents)} submitted on ${formatUsDate(submittedOn)} is still processing. If it settles, any amount above the balance is refunded to the payer${reasonCode === CancelReasonCode.nonpayment ? ', unless it is on hold while we decide whether to reinstate the policy' : ''}.`

/**
 * Describes the amounts of a cancellation (CAN-18): the refund with its payees and date, amounts on hold with the
 * reason, the amount still owed, and payments that are processing. Emails to agencies do not address the policyholder
 * (EML-1).
 */
export function describeCancellationAmounts(
  amounts: CancellationAmounts & { reason?: { reasonCode: string } },
  audience: 'policyholder' | 'agency' = 'policyholder',
): string {
  const { payees, held, returnPremiumCents, balanceCents } = amounts
  const hasReduction = amounts.isPlanned && returnPremiumCents > 0
  return [
    ...(payees.length > 0 ? [describeRefund(amounts)] : []),
    ...held.map((one) => describeHeldRefund(one, audience)),
    ...(payees.length + held.length === 0 && !hasReduction ? ['No return premium is due.'] : []),
    ...(balanceCents > 0 ? [describeBalance(amounts)] : []),
    ...amounts.processing.map((one) => describeProcessing(one, amounts.reason?.reasonCode)),
  ].join(' ')
}
