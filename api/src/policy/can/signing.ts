import { internalOnly, notCancelled, readonly } from './guards.ts'
import { enforced, enforcedWith, type Rule } from './rule.ts'

/** Staff may read along, in the wizard and in the trail, but never act as a party. */
export const staffSignForNobody: Rule = {
  refuses: (_, viewer) => viewer.kind === 'internal',
  reason: 'Staff may look at the documents but sign for nobody.',
  source: 'decision 50',
  code: 'forbidden',
}

export const signing = {
  sign: enforcedWith('slots', readonly, staffSignForNobody, notCancelled, {
    refuses: (policy) => !policy.hasSlotsToSign,
    reason: 'You have nothing left to sign.',
    source: 'spec 1 §4',
    code: 'already_signed',
  }),
  toggleSigned: enforced(internalOnly, readonly),
}
