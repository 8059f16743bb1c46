import { defineAction, defineActionWithFacts, type PermissionRule } from './permission-rule.ts'
import { internalOnlyRule, notCancelledRule, notReadonlyRule } from './shared-rules.ts'

/** Staff can view both parties' documents but cannot sign (SIGN-2). */
export const staffCannotSignRule: PermissionRule = {
  denies: (_, viewer) => viewer.kind === 'internal',
  reason: 'Staff can view the documents but cannot sign on anyone’s behalf.',
  code: 'forbidden',
}

export const signingActions = {
  // Rules: SIGN-2, SIGN-9.
  sign: defineActionWithFacts('slots', notReadonlyRule, staffCannotSignRule, notCancelledRule, {
    denies: (policy) => !policy.hasSlotsToSign,
    reason: 'You have nothing left to sign.',
    code: 'already_signed',
  }),
  // Rules: SIGN-11.
  toggleSigned: defineAction(internalOnlyRule, notReadonlyRule),
}
