import type { PolicyConfirmation } from '@tideline/sdk'
import { day, money } from '@tideline/web-kit/formats/format.ts'
import { type Paying, paymentUnderWay } from '../base/payment-under-way.ts'

type Policy = Pick<
  PolicyConfirmation,
  | 'status'
  | 'inceptionDate'
  | 'expirationDate'
  | 'isPaid'
  | 'currentlyDue'
  | 'totalDue'
  | 'isPaymentProcessing'
  | 'processingAmount'
  | 'isBilledToLender'
> &
  Paying

/** For a cancelled policy or one pending cancellation, the sentence shows only money that is still to be moved. */
const isEnding = ({ status }: Policy) => status === 'Cancelled' || status === 'Pending Cancel'

const terms: Record<PolicyConfirmation['status'], (policy: Policy) => string> = {
  Bound: ({ inceptionDate }) => `Starts ${day(inceptionDate)}`,
  Active: ({ expirationDate }) => `Covered until ${day(expirationDate)}`,
  'Non-renew': ({ expirationDate }) => `Covered until ${day(expirationDate)}, not renewing`,
  'Pending Cancel': () => 'Cancellation requested',
  Cancelled: () => 'Cancelled',
  Expired: ({ expirationDate }) => `Ended ${day(expirationDate)}`,
  Inactive: () => 'Not in force',
}

function owed(policy: Policy) {
  const { isPaid, isBilledToLender, currentlyDue, totalDue, processingAmount } = policy
  const underWay = paymentUnderWay(policy)
  if (underWay) return `${money(processingAmount)} ${underWay === 'bank' ? 'on its way' : 'not confirmed'}`
  if (totalDue < 0) return `${money(-totalDue)} to be returned`
  if (currentlyDue > 0) return `${money(currentlyDue)} ${isBilledToLender ? 'billed to the lender' : 'due'}`
  if (totalDue > 0) return `${money(totalDue)} due later`
  return isPaid && !isEnding(policy) ? 'Paid in full' : undefined
}

/** Describes the policy in one line below its address: `Starts 12/16/2026 · $1,317.75 due`. */
export const describePolicyState = (policy: Policy) =>
  [terms[policy.status](policy), owed(policy)].filter(Boolean).join(' · ')
