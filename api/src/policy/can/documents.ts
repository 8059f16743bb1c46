import { internalOnly, notCancelled, notPending, othersNot, readonly } from './guards.ts'
import { enforced, enforcedWith, type FactsBeside, type RowFacts, type Rule } from './rule.ts'

/** During a pending cancellation, anyone but staff may upload only documents that it asks for (CAN-11). */
const notPendingWithoutPapers: Rule<RowFacts & FactsBeside['papers']> = {
  ...notPending,
  refuses: (policy) => policy.isPendingCancel && !policy.asksForPapers,
}

export const documents = {
  uploadDocuments: enforcedWith('papers', readonly, othersNot(notCancelled), othersNot(notPendingWithoutPapers)),
  deleteDocuments: enforced(internalOnly, readonly),
  reviewElevationCertificate: enforced(internalOnly, readonly),
}
