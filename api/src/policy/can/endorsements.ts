import { defineAction } from './permission-rule.ts'
import {
  exemptStaffFromRule,
  inceptedRule,
  internalOnlyRule,
  notCancelledRule,
  notExpiredRule,
  notForInsuredsRule,
  notPendingCancelRule,
  notReadonlyRule,
} from './shared-rules.ts'

const changeAgency = [notReadonlyRule, notForInsuredsRule, notCancelledRule, notPendingCancelRule, inceptedRule]

export const endorsementActions = {
  // Rules: POL-10.
  changeAgency: defineAction(...changeAgency),
  changeProducerName: defineAction(internalOnlyRule, ...changeAgency),
  // Rules: END-1.
  endorse: defineAction(
    notReadonlyRule,
    notForInsuredsRule,
    notCancelledRule,
    exemptStaffFromRule(notPendingCancelRule),
    exemptStaffFromRule(notExpiredRule),
  ),
  // Rules: END-5.
  internalEndorse: defineAction(
    notReadonlyRule,
    notForInsuredsRule,
    {
      denies: (_, viewer, agencies) =>
        viewer.kind === 'agent' && !agencies.internalEndorseAgencyNos.includes(viewer.agencyNo ?? ''),
      reason: 'Only certain agencies may use this.',
      code: 'forbidden',
    },
    notCancelledRule,
  ),
  // Rules: END-5.
  endorseMandatory: defineAction(
    notReadonlyRule,
    {
      denies: (_, viewer, agencies) =>
        viewer.kind === 'insured' ||
        (viewer.kind === 'agent' && !agencies.mandatoryEndorseAgencyNos.includes(viewer.agencyNo ?? '')),
      reason: 'Internal use only',
      code: 'forbidden',
    },
    notCancelledRule,
  ),
  // Only staff can reverse an endorsement (END-8, ADR 34).
  reverseEndorsement: defineAction(internalOnlyRule, notReadonlyRule, notCancelledRule),
  // Rules: END-6.
  editLienholders: defineAction(internalOnlyRule, notReadonlyRule, notCancelledRule, notPendingCancelRule),
}
