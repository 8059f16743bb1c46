import { isEarthquake } from '../../catalogue/products.ts'
import {
  incepted,
  internalOnly,
  notCancelled,
  notEarthquake,
  notExpired,
  notForInsureds,
  notPending,
  notYetCancelled,
  othersNot,
  readonly,
} from './guards.ts'
import { enforced, shownOnly } from './rule.ts'

export const lifecycle = {
  // CAN-8
  cancel: enforced(
    readonly,
    notEarthquake('Earthquake policies are not cancelled here.'),
    notYetCancelled,
    notExpired,
    othersNot({
      refuses: (policy) => policy.hasIncepted,
      reason: 'Once the policy is in force, cancellations go through the support chat.',
      code: 'forbidden',
    }),
  ),
  cancelThroughSupport: shownOnly(
    'it tells where to turn to; the cancellation is then made by staff',
    readonly,
    notEarthquake('Earthquake policies are not cancelled here.'),
    notYetCancelled,
    notExpired,
    {
      refuses: (_, viewer) => viewer.kind === 'internal',
      reason: 'Staff cancel the policy themselves.',
      code: 'forbidden',
    },
    { ...incepted, reason: 'The policy is not in force yet.' },
  ),
  // CAN-13, CAN-14
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
      reason: 'The cancellation is accepted: it ends the coverage on its day.',
      code: 'already_accepted',
    },
  ),
  // REN-3
  nonRenew: enforced(
    {
      refuses: (policy) => !isEarthquake(policy.productId),
      reason: 'Only earthquake policies are non-renewed.',
      code: 'wrong_product',
    },
    internalOnly,
    readonly,
    {
      refuses: (policy) => policy.isNonRenewal,
      reason: 'The policy is non-renewed already.',
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
      reason: 'The policy is not non-renewed.',
      code: 'not_non_renewed',
    },
    notCancelled,
    notExpired,
  ),
  // REI-1
  reinstate: enforced(internalOnly, readonly, {
    refuses: (policy) => !policy.isCancelled && !policy.isPendingCancel,
    reason: 'The policy is neither cancelled nor pending cancellation.',
    code: 'not_cancelled',
  }),
  // POL-8, POL-9
  changeInceptionDate: enforced(
    readonly,
    notForInsureds,
    notEarthquake('Earthquake policies keep their inception date.'),
    notYetCancelled,
    notExpired,
    {
      refuses: (policy) => !policy.canChangeEffectiveDate,
      reason: 'The inception date of this policy cannot be changed.',
      code: 'not_changeable',
    },
    othersNot({
      refuses: (policy) => policy.hasIncepted,
      reason: 'Once the term has begun, only staff move its inception date.',
      code: 'forbidden',
    }),
    othersNot({
      refuses: (policy) => policy.originalTransType === 'RN',
      reason: 'Only staff change the inception date of a renewal.',
      code: 'forbidden',
    }),
  ),
  decideReview: enforced(internalOnly, readonly),
}
