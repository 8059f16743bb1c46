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
  // POL-10
  changeAgency: enforced(...changeAgency),
  changeProducerName: enforced(internalOnly, ...changeAgency),
  // END-1
  endorse: enforced(readonly, notForInsureds, notCancelled, exceptStaff(notPending), exceptStaff(notExpired)),
  // END-5
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
  // END-5
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
  // END-6
  editLienholders: enforced(internalOnly, readonly, notCancelled, notPending),
}
