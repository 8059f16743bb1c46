import { isEarthquake } from '../../catalog/products.ts'
import {
  exceptStaff,
  incepted,
  internalOnly,
  notCancelled,
  notEarthquake,
  notExpired,
  notForInsureds,
  notPending,
  notYetCancelled,
  readonly,
} from './guards.ts'
import { enforced, shownOnly } from './rule.ts'

export const lifecycle = {
  // Rules: CAN-8.
  cancel: enforced(
    readonly,
    notEarthquake('Earthquake policies cannot be canceled here.'),
    notYetCancelled,
    notExpired,
    exceptStaff({
      refuses: (policy) => policy.hasIncepted,
      reason: 'Once the policy is in force, cancellations go through the support chat.',
      code: 'forbidden',
    }),
  ),
  cancelThroughSupport: shownOnly(
    'it only shows how to request a cancellation',
    readonly,
    notEarthquake('Earthquake policies cannot be canceled here.'),
    notYetCancelled,
    notExpired,
    {
      refuses: (_, viewer) => viewer.kind === 'internal',
      reason: 'Staff can cancel the policy directly.',
      code: 'forbidden',
    },
    { ...incepted, reason: 'The policy is not in force yet.' },
  ),
  // Rules: CAN-13, CAN-14.
  finalizeCancel: enforced(
    internalOnly,
    readonly,
    {
      refuses: (policy) => !policy.isPendingCancel,
      reason: 'The policy is not pending cancellation.',
      code: 'not_pending',
    },
    {
      refuses: (policy) => policy.isEndAhead,
      reason: 'Cancellation accepted. Coverage ends on the cancellation effective date.',
      code: 'already_accepted',
    },
  ),
  // Rules: REN-3.
  nonRenew: enforced(
    {
      refuses: (policy) => !isEarthquake(policy.productId),
      reason: 'Only earthquake policies can be non-renewed.',
      code: 'wrong_product',
    },
    internalOnly,
    readonly,
    {
      refuses: (policy) => policy.isNonRenewal,
      reason: 'The policy is already marked as non-renewed.',
      code: 'already_non_renewed',
    },
    notCancelled,
    notPending,
    notExpired,
  ),
  takeBackNonRenewal: enforced(
    internalOnly,
    readonly,
    {
      refuses: (policy) => !policy.isNonRenewal,
      reason: 'The policy is not marked as non-renewed.',
      code: 'not_non_renewed',
    },
    notCancelled,
    notExpired,
  ),
  // Rules: REI-1.
  reinstate: enforced(internalOnly, readonly, {
    refuses: (policy) => !policy.isCancelled && !policy.isPendingCancel,
    reason: 'The policy is not canceled or pending cancellation.',
    code: 'not_cancelled',
  }),
  // Rules: POL-8, POL-9.
  changeInceptionDate: enforced(
    readonly,
    notForInsureds,
    notEarthquake('The inception date of an earthquake policy cannot be changed.'),
    notYetCancelled,
    notExpired,
    {
      refuses: (policy) => !policy.canChangeEffectiveDate,
      reason: 'The inception date of this policy cannot be changed.',
      code: 'not_changeable',
    },
    exceptStaff({
      refuses: (policy) => policy.hasIncepted,
      reason: 'Once the term has begun, only staff can change its inception date.',
      code: 'forbidden',
    }),
    exceptStaff({
      refuses: (policy) => policy.originalTransType === 'RN',
      reason: 'Only staff can change the inception date of a renewal.',
      code: 'forbidden',
    }),
  ),
  decideReview: enforced(internalOnly, readonly),
}
