import { isEarthquake } from '../../catalog/products.ts'
import type { Rule } from './rule.ts'

/** Rules shared by several areas. */

export const readonly: Rule = {
  refuses: (_, viewer) => viewer.isReadonly,
  reason: 'You have read-only access.',
  code: 'forbidden',
}
export const internalOnly: Rule = {
  refuses: (_, viewer) => viewer.kind !== 'internal',
  reason: 'Internal use only',
  code: 'forbidden',
}
export const notForInsureds: Rule = {
  refuses: (_, viewer) => viewer.kind === 'insured',
  reason: 'This is for agents and staff.',
  code: 'forbidden',
}
export const notCancelled: Rule = {
  refuses: (policy) => policy.isCancelled,
  reason: 'The policy is cancelled.',
  code: 'policy_cancelled',
}
export const notPending: Rule = {
  refuses: (policy) => policy.isPendingCancel,
  reason: 'The policy is pending cancellation.',
  code: 'policy_pending_cancel',
}
export const notExpired: Rule = {
  refuses: (policy) => policy.isExpired,
  reason: 'The policy has expired.',
  code: 'policy_expired',
}
export const notYetCancelled: Rule = {
  refuses: (policy) => policy.isCancelled || policy.isPendingCancel,
  reason: 'Policy is already in Pending Cancel or Cancelled.',
  code: 'already_cancelled',
}
export const incepted: Rule = {
  refuses: (policy) => !policy.hasIncepted,
  reason: 'The policy has not incepted yet.',
  code: 'policy_not_incepted',
}
export const notEarthquake = (reason: string): Rule => ({
  refuses: (policy) => isEarthquake(policy.productId),
  reason,
  code: 'wrong_product',
})

/**
 * Exempts staff from a rule for which the specification gives staff more time. The rule then depends on the user, so
 * its code is `forbidden`.
 */
export const exceptStaff = <Facts>(rule: Rule<Facts>): Rule<Facts> => ({
  ...rule,
  refuses: (policy, viewer, agencies) => viewer.kind !== 'internal' && rule.refuses(policy, viewer, agencies),
  code: 'forbidden',
})
