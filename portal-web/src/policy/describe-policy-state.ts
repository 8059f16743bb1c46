import type { PolicyConfirmation } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { getProcessingPaymentKind, type PaymentState } from '../base/processing-payment.ts'

type Policy = Pick<
  PolicyConfirmation,
  | 'status'
  | 'inceptionDate'
  | 'expirationDate'
  | 'isPaid'
  | 'currentlyDue'
  | 'totalDue'
  | 'payableAmount'
  | 'dueDate'
  | 'isPaymentProcessing'
  | 'processingAmount'
  | 'isBilledToLender'
> &
  PaymentState

/**
 * Checks whether a policy is cancelled or pending cancellation. The description of such a policy mentions an amount
 * only if the amount must still be paid or refunded.
 */
const isEnding = ({ status }: Policy) => status === 'Cancelled' || status === 'Pending Cancel'

const terms: Record<PolicyConfirmation['status'], (policy: Policy) => string> = {
  Bound: ({ inceptionDate }) => `Starts ${formatDate(inceptionDate)}`,
  Active: ({ expirationDate }) => `Covered until ${formatDate(expirationDate)}`,
  'Non-renew': ({ expirationDate }) => `Covered until ${formatDate(expirationDate)}, not renewing`,
  'Pending Cancel': () => 'Cancellation requested',
  Cancelled: () => 'Cancelled',
  Expired: ({ expirationDate }) => `Ended ${formatDate(expirationDate)}`,
  Inactive: () => 'Not in force',
}

function owed(policy: Policy) {
  const { isPaid, isBilledToLender, currentlyDue, totalDue, payableAmount, dueDate, processingAmount } = policy
  const inProgress = getProcessingPaymentKind(policy)
  if (inProgress) return `${formatMoney(processingAmount)} ${inProgress === 'bank' ? 'on its way' : 'not confirmed'}`
  if (totalDue < 0) return `${formatMoney(-totalDue)} to be returned`
  if (currentlyDue > 0) return `${formatMoney(currentlyDue)} ${isBilledToLender ? 'billed to the lender' : 'due'}`
  if (totalDue > 0) return `${formatMoney(payableAmount)} due ${formatDate(dueDate)}`
  return isPaid && !isEnding(policy) ? 'Paid in full' : undefined
}

/** Describes the policy's state in one line, for example `Starts 12/16/2026 · $1,317.75 due`. */
export const describePolicyState = (policy: Policy) =>
  [terms[policy.status](policy), owed(policy)].filter(Boolean).join(' · ')
