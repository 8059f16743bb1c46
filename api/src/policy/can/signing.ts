import { internalOnly, notCancelled, readonly } from './guards.ts'
import { enforced, enforcedWith, type Rule } from './rule.ts'

/** Staff can view both parties' documents but cannot sign (SIGN-2). */
export const staffCannotSign: Rule = {
  refuses: (_, viewer) => viewer.kind === 'internal',
  reason: 'Staff can view the documents but cannot sign on anyone’s behalf.',
  code: 'forbidden',
}

export const signing = {
  // Rules: SIGN-2, SIGN-9.
  sign: enforcedWith('slots', readonly, staffCannotSign, notCancelled, {
    refuses: (policy) => !policy.hasSlotsToSign,
    reason: 'You have nothing left to sign.',
    code: 'already_signed',
  }),
  // Rules: SIGN-11.
  toggleSigned: enforced(internalOnly, readonly),
}
