import { isEarthquake } from '../../catalog/products.ts'
import {
  type AdditionalFacts,
  defineAction,
  defineActionWithFacts,
  defineDisplayOnlyAction,
  type PermissionRule,
  type PolicyRowFacts,
} from './permission-rule.ts'
import {
  createNotEarthquakeRule,
  exemptStaffFromRule,
  inceptedRule,
  internalOnlyRule,
  notCancelledOrPendingRule,
  notCancelledRule,
  notExpiredRule,
  notForInsuredsRule,
  notPendingCancelRule,
  notReadonlyRule,
} from './shared-rules.ts'

export const offerOpenReason =
  'A payment that arrived after the cancellation is on hold. Accept or decline the reinstatement offer first.'
export const noOfferReason = 'The policy has no open reinstatement offer.'

const offerRequiredRule: PermissionRule<PolicyRowFacts & AdditionalFacts['offer']> = {
  denies: (policy) => !policy.hasReinstatementOffer,
  reason: noOfferReason,
  code: 'no_reinstatement_offer',
}

export const lifecycleActions = {
  // Rules: CAN-8.
  cancel: defineAction(
    notReadonlyRule,
    createNotEarthquakeRule('Earthquake policies cannot be cancelled here.'),
    notCancelledOrPendingRule,
    notExpiredRule,
    exemptStaffFromRule({
      denies: (policy) => policy.hasIncepted,
      reason: 'Once the policy is in force, cancellations go through the support chat.',
      code: 'forbidden',
    }),
  ),
  cancelThroughSupport: defineDisplayOnlyAction(
    'it only shows how to request a cancellation',
    notReadonlyRule,
    createNotEarthquakeRule('Earthquake policies cannot be cancelled here.'),
    notCancelledOrPendingRule,
    notExpiredRule,
    {
      denies: (_, viewer) => viewer.kind === 'internal',
      reason: 'Staff can cancel the policy directly.',
      code: 'forbidden',
    },
    { ...inceptedRule, reason: 'The policy is not in force yet.' },
  ),
  // Rules: CAN-13, CAN-14.
  finalizeCancel: defineAction(
    internalOnlyRule,
    notReadonlyRule,
    {
      denies: (policy) => !policy.isPendingCancel,
      reason: 'The policy is not pending cancellation.',
      code: 'not_pending',
    },
    {
      denies: (policy) => policy.isEndAhead,
      reason: 'Cancellation accepted. Coverage ends on the cancellation effective date.',
      code: 'already_accepted',
    },
  ),
  // Rules: REN-3.
  nonRenew: defineAction(
    {
      denies: (policy) => !isEarthquake(policy.productId),
      reason: 'Only earthquake policies can be non-renewed.',
      code: 'wrong_product',
    },
    internalOnlyRule,
    notReadonlyRule,
    {
      denies: (policy) => policy.isNonRenewal,
      reason: 'The policy is already marked as non-renewed.',
      code: 'already_non_renewed',
    },
    notCancelledRule,
    notPendingCancelRule,
    notExpiredRule,
  ),
  rescindNonRenewal: defineAction(
    internalOnlyRule,
    notReadonlyRule,
    {
      denies: (policy) => !policy.isNonRenewal,
      reason: 'The policy is not marked as non-renewed.',
      code: 'not_non_renewed',
    },
    notCancelledRule,
    notExpiredRule,
  ),
  // Rules: REN-6.
  bindHeldRenewal: defineActionWithFacts(
    'renewal',
    internalOnlyRule,
    notReadonlyRule,
    {
      denies: (policy) => !policy.isRenewalOnHold,
      reason: 'The renewal of the policy is not on hold.',
      code: 'not_on_hold',
    },
    {
      denies: (policy) => policy.isNonRenewal,
      reason: 'The policy is marked as non-renewed.',
      code: 'already_non_renewed',
    },
    notCancelledRule,
    notPendingCancelRule,
    notExpiredRule,
  ),
  // Rules: REI-1.
  reinstate: defineActionWithFacts(
    'offer',
    internalOnlyRule,
    notReadonlyRule,
    {
      denies: (policy) => !policy.isCancelled && !policy.isPendingCancel,
      reason: 'The policy is not cancelled or pending cancellation.',
      code: 'not_cancelled',
    },
    {
      denies: (policy) => policy.hasReinstatementOffer,
      reason: offerOpenReason,
      code: 'reinstatement_offer_open',
    },
  ),
  // Rules: DEL-20, DEL-21.
  acceptReinstatementOffer: defineActionWithFacts('offer', internalOnlyRule, notReadonlyRule, offerRequiredRule),
  declineReinstatementOffer: defineActionWithFacts('offer', internalOnlyRule, notReadonlyRule, offerRequiredRule),
  // Rules: POL-8, POL-9.
  changeInceptionDate: defineAction(
    notReadonlyRule,
    notForInsuredsRule,
    createNotEarthquakeRule('The inception date of an earthquake policy cannot be changed.'),
    notCancelledOrPendingRule,
    notExpiredRule,
    {
      denies: (policy) => !policy.canChangeEffectiveDate,
      reason: 'The inception date of this policy cannot be changed.',
      code: 'not_changeable',
    },
    exemptStaffFromRule({
      denies: (policy) => policy.hasIncepted,
      reason: 'Once the term has begun, only staff can change its inception date.',
      code: 'forbidden',
    }),
    exemptStaffFromRule({
      denies: (policy) => policy.originalTransType === 'RN',
      reason: 'Only staff can change the inception date of a renewal.',
      code: 'forbidden',
    }),
  ),
  decideReview: defineAction(internalOnlyRule, notReadonlyRule),
}
