import {
  exceptStaff,
  incepted,
  internalOnly,
  notCancelled,
  notExpired,
  notForInsureds,
  notPending,
  readonly,
} from './guards.ts'
import { enforced } from './rule.ts'

const changeAgency = [readonly, notForInsureds, notCancelled, notPending, incepted]

export const endorse = {
  // Rules: POL-10.
  changeAgency: enforced(...changeAgency),
  changeProducerName: enforced(internalOnly, ...changeAgency),
  // Rules: END-1.
  endorse: enforced(readonly, notForInsureds, notCancelled, exceptStaff(notPending), exceptStaff(notExpired)),
  // Rules: END-5.
  internalEndorse: enforced(
    readonly,
    notForInsureds,
    {
      refuses: (_, viewer, agencies) =>
        viewer.kind === 'agent' && !agencies.internalEndorseAgencyNos.includes(viewer.agencyNo ?? ''),
      reason: 'Only certain agencies may use this.',
      code: 'forbidden',
    },
    notCancelled,
  ),
  // Rules: END-5.
  endorseMandatory: enforced(
    readonly,
    {
      refuses: (_, viewer, agencies) =>
        viewer.kind === 'insured' ||
        (viewer.kind === 'agent' && !agencies.mandatoryEndorseAgencyNos.includes(viewer.agencyNo ?? '')),
      reason: 'Internal use only',
      code: 'forbidden',
    },
    notCancelled,
  ),
  // Only staff can reverse an endorsement (END-8, ADR 34).
  reverseEndorsement: enforced(internalOnly, readonly, notCancelled),
  // Rules: END-6.
  editLienholders: enforced(internalOnly, readonly, notCancelled, notPending),
}
