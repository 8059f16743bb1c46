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
  cancel: enforced(
    readonly,
    notEarthquake('Earthquake policies are not cancelled here.'),
    notYetCancelled,
    notExpired,
    othersNot({
      refuses: (policy) => policy.hasIncepted,
      reason: 'Once the policy is in force, cancellations go through the support chat.',
      source: 'spec 2 §4, decision 53',
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
      source: 'spec 2 §4, decision 53',
      code: 'forbidden',
    },
    { ...incepted, reason: 'The policy is not in force yet.' },
  ),
  finalizeCancel: enforced(
    internalOnly,
    readonly,
    {
      refuses: (policy) => !policy.isPendingCancel,
      reason: 'The policy is not pending cancellation.',
      source: 'spec 2 §4',
      code: 'not_pending',
    },
    {
      refuses: (policy) => policy.isEndAhead,
      reason: 'The cancellation is accepted: it ends the coverage on its day.',
      source: 'decision 102',
      code: 'already_accepted',
    },
  ),
  nonRenew: enforced(
    {
      refuses: (policy) => !isEarthquake(policy.productId),
      reason: 'Only earthquake policies are non-renewed.',
      source: 'spec 2 §6',
      code: 'wrong_product',
    },
    internalOnly,
    readonly,
    {
      refuses: (policy) => policy.isNonRenewal,
      reason: 'The policy is non-renewed already.',
      source: 'spec 2 §6',
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
      source: 'ADR 43',
      code: 'not_non_renewed',
    },
    notCancelled,
    notExpired,
  ),
  reinstate: enforced(internalOnly, readonly, {
    refuses: (policy) => !policy.isCancelled && !policy.isPendingCancel,
    reason: 'The policy is neither cancelled nor pending cancellation.',
    source: 'spec 2 §6',
    code: 'not_cancelled',
  }),
  changeInceptionDate: enforced(
    readonly,
    notForInsureds,
    notEarthquake('Earthquake policies keep their inception date.'),
    notYetCancelled,
    notExpired,
    {
      refuses: (policy) => !policy.canChangeEffectiveDate,
      reason: 'The inception date of this policy cannot be changed.',
      source: 'spec 2 §6',
      code: 'not_changeable',
    },
    othersNot({
      refuses: (policy) => policy.hasIncepted,
      reason: 'Once the term has begun, only staff move its inception date.',
      source: 'decision 96',
      code: 'forbidden',
    }),
    othersNot({
      refuses: (policy) => policy.originalTransType === 'RN',
      reason: 'Only staff change the inception date of a renewal.',
      source: 'spec 2 §6',
      code: 'forbidden',
    }),
  ),
  decideReview: enforced(internalOnly, readonly),
}
