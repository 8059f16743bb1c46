import type { Viewer } from '../viewer.ts'
import { customerServiceActions } from './customer-service.ts'
import { documentActions } from './documents.ts'
import { endorsementActions } from './endorsements.ts'
import { lifecycleActions } from './lifecycle.ts'
import { paymentActions } from './payments.ts'
import type { ActionDefinition, AgencyAllowlists, PermissionFacts, PermissionRule } from './permission-rule.ts'
import { signingActions } from './signing.ts'

/**
 * Rules that can deny each action, in the contract's order. The first rule that applies provides the reason. The
 * confirmation shows the results. `changePolicy` checks the same rules with the policy locked.
 */
export const policyActions = {
  sign: signingActions.sign,
  pay: paymentActions.pay,
  applyCheck: paymentActions.applyCheck,
  skipToPayment: paymentActions.skipToPayment,
  billToMortgagee: paymentActions.billToMortgagee,
  updatePaymentMethod: paymentActions.updatePaymentMethod,
  removePaymentMethod: paymentActions.removePaymentMethod,
  transferPayment: paymentActions.transferPayment,
  cancel: lifecycleActions.cancel,
  cancelThroughSupport: lifecycleActions.cancelThroughSupport,
  finalizeCancel: lifecycleActions.finalizeCancel,
  nonRenew: lifecycleActions.nonRenew,
  rescindNonRenewal: lifecycleActions.rescindNonRenewal,
  bindHeldRenewal: lifecycleActions.bindHeldRenewal,
  reinstate: lifecycleActions.reinstate,
  acceptReinstatementOffer: lifecycleActions.acceptReinstatementOffer,
  declineReinstatementOffer: lifecycleActions.declineReinstatementOffer,
  changeInceptionDate: lifecycleActions.changeInceptionDate,
  changeAgency: endorsementActions.changeAgency,
  changeProducerName: endorsementActions.changeProducerName,
  endorse: endorsementActions.endorse,
  internalEndorse: endorsementActions.internalEndorse,
  endorseMandatory: endorsementActions.endorseMandatory,
  reverseEndorsement: endorsementActions.reverseEndorsement,
  editLienholders: endorsementActions.editLienholders,
  uploadDocuments: documentActions.uploadDocuments,
  deleteDocuments: documentActions.deleteDocuments,
  toggleSigned: signingActions.toggleSigned,
  reviewElevationCertificate: documentActions.reviewElevationCertificate,
  decideReview: lifecycleActions.decideReview,
  resendLink: customerServiceActions.resendLink,
  copyInsuredLink: customerServiceActions.copyInsuredLink,
  changeInsuredEmail: customerServiceActions.changeInsuredEmail,
  changeOwnMailingAddress: customerServiceActions.changeOwnMailingAddress,
  requestMortgageeChange: customerServiceActions.requestMortgageeChange,
  viewNotifications: customerServiceActions.viewNotifications,
  viewTimeline: customerServiceActions.viewTimeline,
  reportClaim: customerServiceActions.reportClaim,
  reportOwnClaim: customerServiceActions.reportOwnClaim,
  addNote: customerServiceActions.addNote,
  addCallLog: customerServiceActions.addCallLog,
} satisfies Record<string, ActionDefinition>

export type PolicyAction = keyof typeof policyActions

/** Returns the first rule that denies the action to the viewer, or undefined if the action is allowed now. */
export const findViolatedRule = (
  action: PolicyAction,
  policy: PermissionFacts,
  viewer: Viewer,
  agencies: AgencyAllowlists,
): PermissionRule<PermissionFacts> | undefined => {
  const { rules }: ActionDefinition = policyActions[action]
  return rules.find((rule) => rule.denies(policy, viewer, agencies))
}

/** Returns why the viewer may not perform the action now, or null if it is allowed. */
export const getDenialReason = (...question: Parameters<typeof findViolatedRule>): string | null =>
  findViolatedRule(...question)?.reason ?? null

export interface PolicyCan {
  action: PolicyAction
  allowed: boolean
  reason: string | null
}

/** The possible permissions of each action as JSON, in the contract's order. They are formatted only once. */
const permissionTexts = (Object.keys(policyActions) as PolicyAction[]).map((action) => {
  const { rules }: ActionDefinition = policyActions[action]
  const format = (reason: string | null) =>
    JSON.stringify({ action, allowed: reason === null, reason } satisfies PolicyCan)
  return { allowed: format(null), rules: rules.map((rule) => ({ denies: rule.denies, text: format(rule.reason) })) }
})

/** Returns all actions with their permissions (`PolicyCan[]`) as JSON text, in the contract's order. */
export const formatActionPermissions = (policy: PermissionFacts, viewer: Viewer, agencies: AgencyAllowlists): string =>
  `[${permissionTexts
    .map(({ allowed, rules }) => rules.find(({ denies }) => denies(policy, viewer, agencies))?.text ?? allowed)
    .join()}]`
