import type { PolicyConfirmation } from '@tideline/sdk'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { type AmountDueFields, type AutomaticCharge, describeAmountDue } from '@tideline/web-kit/labels/amount-due.ts'
import { getProcessingPaymentKind, type PaymentState } from '../base/processing-payment.ts'

type Policy = Pick<PolicyConfirmation, 'status' | 'inceptionDate' | 'expirationDate' | 'isPaid' | 'viewer'> &
  AmountDueFields &
  PaymentState

/** Checks whether a policy is cancelled or pending cancellation. Such a policy is never described as "Paid in full". */
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

/** Describes the amount due, or a card payment that the payer has not confirmed with the bank. */
function describeOwed(policy: Policy, today: string, charge: AutomaticCharge | undefined) {
  if (getProcessingPaymentKind(policy) === 'card') return `${formatMoney(policy.processingAmount)} not confirmed`
  const due = describeAmountDue(policy, { today, isInsured: policy.viewer.kind === 'insured', charge })
  return due?.text ?? (policy.isPaid && !isEnding(policy) ? 'Paid in full' : undefined)
}

/** Describes the term of the policy, for example `Starts 12/16/2026`. */
export const describeTerm = (policy: Policy): string => terms[policy.status](policy)

/** Describes the policy's state in one line, for example `Starts 12/16/2026 · $1,317.75 due by 12/16/2026`. */
export const describePolicyState = (policy: Policy, today: string, charge?: AutomaticCharge) =>
  [describeTerm(policy), describeOwed(policy, today, charge)].filter(Boolean).join(' · ')
