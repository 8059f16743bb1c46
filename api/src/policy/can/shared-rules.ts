import { isEarthquake } from '../../catalog/products.ts'
import type { PermissionRule } from './permission-rule.ts'

/** Permission rules that several areas use. */

export const notReadonlyRule: PermissionRule = {
  denies: (_, viewer) => viewer.isReadonly,
  reason: 'You have read-only access.',
  code: 'forbidden',
}
export const internalOnlyRule: PermissionRule = {
  denies: (_, viewer) => viewer.kind !== 'internal',
  reason: 'Internal use only',
  code: 'forbidden',
}
export const notForInsuredsRule: PermissionRule = {
  denies: (_, viewer) => viewer.kind === 'insured',
  reason: 'This is for agents and staff.',
  code: 'forbidden',
}
export const insuredOnlyRule: PermissionRule = {
  denies: (_, viewer) => viewer.kind !== 'insured',
  reason: 'This is for the policyholder.',
  code: 'forbidden',
}
export const notCancelledRule: PermissionRule = {
  denies: (policy) => policy.isCancelled,
  reason: 'The policy is cancelled.',
  code: 'policy_cancelled',
}
export const notPendingCancelRule: PermissionRule = {
  denies: (policy) => policy.isPendingCancel,
  reason: 'The policy is pending cancellation.',
  code: 'policy_pending_cancel',
}
export const notExpiredRule: PermissionRule = {
  denies: (policy) => policy.isExpired,
  reason: 'The policy has expired.',
  code: 'policy_expired',
}
export const notCancelledOrPendingRule: PermissionRule = {
  denies: (policy) => policy.isCancelled || policy.isPendingCancel,
  reason: 'Policy is already in Pending Cancel or Cancelled.',
  code: 'already_cancelled',
}
export const inceptedRule: PermissionRule = {
  denies: (policy) => !policy.hasIncepted,
  reason: 'The policy has not incepted yet.',
  code: 'policy_not_incepted',
}
export const createNotEarthquakeRule = (reason: string): PermissionRule => ({
  denies: (policy) => isEarthquake(policy.productId),
  reason,
  code: 'wrong_product',
})

/** Exempts staff from a rule. The error code of the rule is then `forbidden` because the result depends on the user. */
export const exemptStaffFromRule = <Facts>(rule: PermissionRule<Facts>): PermissionRule<Facts> => ({
  ...rule,
  denies: (policy, viewer, agencies) => viewer.kind !== 'internal' && rule.denies(policy, viewer, agencies),
  code: 'forbidden',
})
