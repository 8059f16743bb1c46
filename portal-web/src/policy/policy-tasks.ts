import type { PolicyConfirmation } from '@tideline/sdk'
import type { Party } from '@tideline/sdk/words'
import { getDenialReason } from '../base/policy-permissions.ts'
import { isPaymentDue } from '../base/processing-payment.ts'

type Policy = Pick<
  PolicyConfirmation,
  | 'isSigned'
  | 'isPaid'
  | 'isBilledToLender'
  | 'currentlyDue'
  | 'payableAmount'
  | 'viewer'
  | 'can'
  | 'isCancelled'
  | 'isPendingCancel'
>

export interface PolicyTasks {
  mustSign: boolean
  mustPay: boolean
  /** The label of the main button, or undefined if the viewer has no tasks left. */
  label: 'Sign' | 'Pay' | 'Sign & Pay' | undefined
  /** The server's reason why the button is disabled. */
  reason: string | undefined
}

const getSignature = ({ isSigned }: Policy, party: number) => isSigned.find((entry) => entry.party === party)

/** Returns a party's signature state for the task list. */
export const getSignatureState = (policy: Policy, party: Party) => {
  const entry = getSignature(policy, party)
  if (!entry?.requiresSignatures) return 'not required' as const
  return entry.isSigned ? ('signed' as const) : ('missing' as const)
}

/**
 * Returns the viewer's remaining tasks. Agents and policyholders can sign for their own party, and every viewer can pay
 * (SIGN-2). A policy that is cancelled or pending cancellation has neither task (BIL-9).
 */
export function getPolicyTasks(policy: Policy): PolicyTasks {
  const { party } = policy.viewer
  const own = party === null ? undefined : getSignature(policy, party)
  const mustSign = Boolean(own?.requiresSignatures && !own.isSigned)
  const mustPay = isPaymentDue(policy)
  const label =
    policy.isCancelled || policy.isPendingCancel
      ? undefined
      : mustSign && mustPay && !policy.isBilledToLender
        ? 'Sign & Pay'
        : mustSign
          ? 'Sign'
          : mustPay
            ? 'Pay'
            : undefined
  return {
    mustSign,
    mustPay,
    label,
    reason: mustSign ? getDenialReason(policy, 'sign') : getDenialReason(policy, 'pay'),
  }
}

/** Checks whether no tasks are left. For staff and read-only users, counts the tasks of both parties. */
export const areTasksComplete = (policy: Policy) =>
  !getPolicyTasks(policy).label &&
  (policy.viewer.party !== null || ([1, 2] as const).every((party) => getSignatureState(policy, party) !== 'missing'))

/**
 * Returns the due date for the countdown: the payment's due date, or the effective date for signatures. If both tasks
 * are open, returns the earlier date.
 */
export function getTaskDueDate(policy: Policy & Pick<PolicyConfirmation, 'effectiveDate' | 'dueDate'>): string {
  const { effectiveDate, dueDate } = policy
  if (!dueDate || !isPaymentDue(policy)) return effectiveDate
  const { party: own } = policy.viewer
  const isSignatureMissing = ([1, 2] as const).some(
    (party) => (own === null || own === party) && getSignatureState(policy, party) === 'missing',
  )
  return isSignatureMissing && effectiveDate < dueDate ? effectiveDate : dueDate
}
