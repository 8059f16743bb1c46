import { exceptStaff, internalOnly, notCancelled, notPending, readonly } from './guards.ts'
import { type AdditionalFacts, enforced, enforcedWith, type RowFacts, type Rule } from './rule.ts'

/** During a pending cancellation, only staff may upload documents other than the requested ones (CAN-11). */
const notPendingWithoutDocuments: Rule<RowFacts & AdditionalFacts['papers']> = {
  ...notPending,
  refuses: (policy) => policy.isPendingCancel && !policy.asksForPapers,
}

export const documents = {
  uploadDocuments: enforcedWith('papers', readonly, exceptStaff(notCancelled), exceptStaff(notPendingWithoutDocuments)),
  deleteDocuments: enforced(internalOnly, readonly),
  reviewElevationCertificate: enforced(internalOnly, readonly),
}
