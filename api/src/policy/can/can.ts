import type { Viewer } from '../viewer.ts'
import { documents } from './documents.ts'
import { endorse } from './endorse.ts'
import { lifecycle } from './lifecycle.ts'
import { money } from './money.ts'
import type { Action, CanFacts, NamedAgencies, Rule } from './rule.ts'
import { service } from './service.ts'
import { signing } from './signing.ts'

/**
 * Rules that can deny each action, in the contract's order. The first rule that applies gives the reason. The
 * confirmation returns the results, and `changePolicy` checks the same rules under the policy lock.
 */
export const actions = {
  sign: signing.sign,
  pay: money.pay,
  applyCheck: money.applyCheck,
  skipToPayment: money.skipToPayment,
  billToMortgagee: money.billToMortgagee,
  updatePaymentMethod: money.updatePaymentMethod,
  removePaymentMethod: money.removePaymentMethod,
  transferPayment: money.transferPayment,
  cancel: lifecycle.cancel,
  cancelThroughSupport: lifecycle.cancelThroughSupport,
  finalizeCancel: lifecycle.finalizeCancel,
  nonRenew: lifecycle.nonRenew,
  takeBackNonRenewal: lifecycle.takeBackNonRenewal,
  reinstate: lifecycle.reinstate,
  changeInceptionDate: lifecycle.changeInceptionDate,
  changeAgency: endorse.changeAgency,
  changeProducerName: endorse.changeProducerName,
  endorse: endorse.endorse,
  internalEndorse: endorse.internalEndorse,
  endorseMandatory: endorse.endorseMandatory,
  reverseEndorsement: endorse.reverseEndorsement,
  editLienholders: endorse.editLienholders,
  uploadDocuments: documents.uploadDocuments,
  deleteDocuments: documents.deleteDocuments,
  toggleSigned: signing.toggleSigned,
  reviewElevationCertificate: documents.reviewElevationCertificate,
  decideReview: lifecycle.decideReview,
  resendLink: service.resendLink,
  copyInsuredLink: service.copyInsuredLink,
  changeInsuredEmail: service.changeInsuredEmail,
  viewNotifications: service.viewNotifications,
  viewTimeline: service.viewTimeline,
  reportClaim: service.reportClaim,
  addNote: service.addNote,
  addCallLog: service.addCallLog,
} satisfies Record<string, Action>

export type PolicyAction = keyof typeof actions

/** Returns the first rule that denies the action to the viewer now, or undefined if it is allowed. */
export const findViolatedRule = (
  action: PolicyAction,
  policy: CanFacts,
  viewer: Viewer,
  agencies: NamedAgencies,
): Rule<CanFacts> | undefined => {
  const { rules }: Action = actions[action]
  return rules.find((rule) => rule.refuses(policy, viewer, agencies))
}

/** Returns why the viewer may not perform the action now, or null if it is allowed. */
export const getDenialReason = (...question: Parameters<typeof findViolatedRule>): string | null =>
  findViolatedRule(...question)?.reason ?? null

export interface PolicyCan {
  action: PolicyAction
  allowed: boolean
  reason: string | null
}

/** Returns all actions with their permissions, in the contract's order. */
export const getPermissions = (policy: CanFacts, viewer: Viewer, agencies: NamedAgencies): PolicyCan[] =>
  (Object.keys(actions) as PolicyAction[]).map((action) => {
    const reason = getDenialReason(action, policy, viewer, agencies)
    return { action, allowed: reason === null, reason }
  })
