import type { PolicyDetails } from '@tideline/sdk'
import { type AmountDue, describeAmountDue } from '@tideline/web-kit/labels/amount-due.ts'
import { getRemainingSteps } from './next-step.ts'

/** What a policy needs from the policyholder, most urgent first. */
export type PolicyNeed = 'pastDue' | 'cancellationNotice' | 'renewalHold' | 'signature' | 'payment'

/** Describes the amount due of a policy to the policyholder, including an automatic charge. */
export const describePolicyholderAmount = (policy: PolicyDetails, today: string): AmountDue | undefined =>
  describeAmountDue(policy, { today, isInsured: true, charge: policy.nextAutomaticCharge })

/**
 * Returns the tasks that the policyholder can complete. A policy that is cancelled or pending cancellation has none, and
 * an amount that auto-pay will charge is not one (UI-13).
 */
export function getPolicyholderTasks(policy: PolicyDetails): ('sign' | 'pay')[] {
  if (policy.isCancelled || policy.isPendingCancel) return []
  const isCharged = policy.nextAutomaticCharge !== undefined && policy.dueState !== 'pastDue'
  return getRemainingSteps(policy).filter((step) => step === 'sign' || !isCharged)
}

/** Returns what a policy needs from the policyholder (UI-13). Returns an empty list if nothing is needed now. */
export function getPolicyNeeds(policy: PolicyDetails): PolicyNeed[] {
  const tasks = getPolicyholderTasks(policy)
  const isPastDue = policy.dueState === 'pastDue' && policy.totalDue > 0
  return [
    ...(isPastDue ? (['pastDue'] as const) : []),
    ...(policy.nonpaymentNotice ? (['cancellationNotice'] as const) : []),
    ...(policy.renewalHold ? (['renewalHold'] as const) : []),
    ...(tasks.includes('sign') ? (['signature'] as const) : []),
    ...(tasks.includes('pay') && !isPastDue ? (['payment'] as const) : []),
  ]
}

/**
 * Returns the earliest date by which the policyholder must act: inception for a signature, the due date for a payment,
 * and the last payment date of a notice or a renewal hold. Returns undefined if nothing is needed.
 */
export function getNeedDeadline(policy: PolicyDetails): string | undefined {
  const { inceptionDate, dueDate, nonpaymentNotice, renewalHold } = policy
  const dates: Record<PolicyNeed, string | null | undefined> = {
    pastDue: dueDate,
    cancellationNotice: nonpaymentNotice?.payBy,
    renewalHold: renewalHold?.payBy,
    signature: inceptionDate,
    payment: dueDate,
  }
  return getPolicyNeeds(policy)
    .flatMap((need) => dates[need] ?? [])
    .sort()[0]
}
