import {
  incepted,
  internalOnly,
  notCancelled,
  notExpired,
  notForInsureds,
  notPending,
  othersNot,
  readonly,
} from './guards.ts'
import { enforced } from './rule.ts'

const changeAgency = [readonly, notForInsureds, notCancelled, notPending, incepted]

export const endorse = {
  changeAgency: enforced(...changeAgency),
  changeProducerName: enforced(internalOnly, ...changeAgency),
  endorse: enforced(readonly, notForInsureds, notCancelled, othersNot(notPending), othersNot(notExpired)),
  internalEndorse: enforced(
    readonly,
    notForInsureds,
    {
      refuses: (_, viewer, agencies) =>
        viewer.kind === 'agent' && !agencies.internalEndorseAgencyNos.includes(viewer.agencyNo ?? ''),
      reason: 'Only certain agencies may use this.',
      source: 'spec 2 §6',
      code: 'forbidden',
    },
    notCancelled,
  ),
  endorseMandatory: enforced(
    readonly,
    {
      refuses: (_, viewer, agencies) =>
        viewer.kind === 'insured' ||
        (viewer.kind === 'agent' && !agencies.mandatoryEndorseAgencyNos.includes(viewer.agencyNo ?? '')),
      reason: 'Internal use only',
      source: 'spec 2 §6',
      code: 'forbidden',
    },
    notCancelled,
  ),
  // What was done is undone by the house (ADR 34).
  reverseEndorsement: enforced(internalOnly, readonly, notCancelled),
  editLienholders: enforced(internalOnly, readonly, notCancelled, notPending),
}
