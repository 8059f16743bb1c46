import { internalOnly, notCancelled, notPending, othersNot, readonly } from './guards.ts'
import { enforced, enforcedWith, type FactsBeside, type RowFacts, type Rule } from './rule.ts'

/** While it is pending, the others still bring what the cancellation asks for (CAN-11). */
const notPendingWithoutPapers: Rule<RowFacts & FactsBeside['papers']> = {
  ...notPending,
  refuses: (policy) => policy.isPendingCancel && !policy.asksForPapers,
}

export const documents = {
  uploadDocuments: enforcedWith('papers', readonly, othersNot(notCancelled), othersNot(notPendingWithoutPapers)),
  deleteDocuments: enforced(internalOnly, readonly),
  reviewElevationCertificate: enforced(internalOnly, readonly),
}
