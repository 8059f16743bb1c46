import type { PolicyConfirmation } from '@tideline/sdk'
import { getDenialReason } from '../base/may-of.ts'
import { mustBePaid, type Paying, whyNotPay } from '../base/payment-under-way.ts'

type Policy = Pick<
  PolicyConfirmation,
  | 'isSigned'
  | 'isPaid'
  | 'isBilledToLender'
  | 'currentlyDue'
  | 'viewer'
  | 'can'
  | 'isPaymentProcessing'
  | 'isPendingCancel'
> &
  Paying

export interface Tasks {
  mustSign: boolean
  mustPay: boolean
  /** What the one button says; nothing when nothing is left for this viewer. */
  label: 'Sign' | 'Pay' | 'Sign & Pay' | undefined
  /** Why the button is off, as the server words it. */
  reason: string | undefined
}

const getSignature = ({ isSigned }: Policy, party: number) => isSigned.find((entry) => entry.party === party)

/** Who has still to sign, in words for the task list. */
export const signatureWord = (policy: Policy, party: 1 | 2) => {
  const entry = getSignature(policy, party)
  if (!entry?.requiresSignatures) return 'not required' as const
  return entry.isSigned ? ('signed' as const) : ('missing' as const)
}

/**
 * What is left for this viewer: agents and insureds sign for their own party, internal staff for nobody
 * (SIGN-2); everybody may pay. Whether they may now is the server's answer in `can`. What a pending cancellation waits
 * for is the cancellation's own to say, and it takes no payment (BIL-9).
 */
export function getTasks(policy: Policy): Tasks {
  const { party } = policy.viewer
  const own = party === null ? undefined : getSignature(policy, party)
  const mustSign = Boolean(own?.requiresSignatures && !own.isSigned)
  const mustPay = mustBePaid(policy)
  const label = policy.isPendingCancel
    ? undefined
    : mustSign && mustPay && !policy.isBilledToLender
      ? 'Sign & Pay'
      : mustSign
        ? 'Sign'
        : mustPay
          ? 'Pay'
          : undefined
  return { mustSign, mustPay, label, reason: mustSign ? getDenialReason(policy, 'sign') : whyNotPay(policy) }
}

/** Nothing is left: for a party its own tasks, for staff and whoever only looks those of both. */
export const isAllDone = (policy: Policy) =>
  !getTasks(policy).label &&
  (policy.viewer.party !== null || ([1, 2] as const).every((party) => signatureWord(policy, party) !== 'missing'))

/**
 * The date for the countdown: the due date of the payment if the viewer only has to pay, the effective date if the viewer only has
 * to sign, the earlier of the two for both. Staff see the signatures of both parties.
 */
export function getTaskDueDate(policy: Policy & Pick<PolicyConfirmation, 'effectiveDate' | 'dueDate'>): string {
  const { effectiveDate, dueDate } = policy
  if (!dueDate || !mustBePaid(policy)) return effectiveDate
  const { party: own } = policy.viewer
  const isSignatureMissing = ([1, 2] as const).some(
    (party) => (own === null || own === party) && signatureWord(policy, party) === 'missing',
  )
  return isSignatureMissing && effectiveDate < dueDate ? effectiveDate : dueDate
}
