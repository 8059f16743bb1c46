import {
  type AdditionalFacts,
  defineAction,
  defineActionWithFacts,
  type PermissionRule,
  type PolicyRowFacts,
} from './permission-rule.ts'
import {
  exemptStaffFromRule,
  internalOnlyRule,
  notCancelledRule,
  notPendingCancelRule,
  notReadonlyRule,
} from './shared-rules.ts'

/** During a pending cancellation, only staff may upload documents other than the requested ones (CAN-11). */
const notPendingWithoutDocuments: PermissionRule<PolicyRowFacts & AdditionalFacts['uploads']> = {
  ...notPendingCancelRule,
  denies: (policy) => policy.isPendingCancel && !policy.requiresUpload,
}

export const documentActions = {
  uploadDocuments: defineActionWithFacts(
    'uploads',
    notReadonlyRule,
    exemptStaffFromRule(notCancelledRule),
    exemptStaffFromRule(notPendingWithoutDocuments),
  ),
  deleteDocuments: defineAction(internalOnlyRule, notReadonlyRule),
  reviewElevationCertificate: defineAction(internalOnlyRule, notReadonlyRule),
}
