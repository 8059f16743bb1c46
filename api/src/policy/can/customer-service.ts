import { defineAction, defineDisplayOnlyAction } from './permission-rule.ts'
import {
  createNotEarthquakeRule,
  inceptedRule,
  insuredOnlyRule,
  internalOnlyRule,
  notCancelledRule,
  notExpiredRule,
  notForInsuredsRule,
  notPendingCancelRule,
  notReadonlyRule,
} from './shared-rules.ts'

/** Customer service actions for links, claims and notes. */
export const customerServiceActions = {
  resendLink: defineAction(notReadonlyRule, notForInsuredsRule),
  copyInsuredLink: defineAction(notReadonlyRule, notForInsuredsRule),
  changeInsuredEmail: defineAction(internalOnlyRule, notReadonlyRule),
  changeOwnMailingAddress: defineAction(
    notReadonlyRule,
    insuredOnlyRule,
    notCancelledRule,
    notPendingCancelRule,
    notExpiredRule,
  ),
  // Rules: POL-19.
  requestMortgageeChange: defineAction(
    notReadonlyRule,
    insuredOnlyRule,
    notCancelledRule,
    notPendingCancelRule,
    notExpiredRule,
  ),
  viewNotifications: defineDisplayOnlyAction('it only reads; the contract defines who can', notForInsuredsRule),
  viewTimeline: defineDisplayOnlyAction('it only reads; the contract defines who can', notForInsuredsRule),
  reportClaim: defineAction(
    notReadonlyRule,
    notForInsuredsRule,
    createNotEarthquakeRule('Earthquake claims cannot be reported here.'),
  ),
  reportOwnClaim: defineAction(
    notReadonlyRule,
    insuredOnlyRule,
    createNotEarthquakeRule('Earthquake claims cannot be reported here.'),
    inceptedRule,
  ),
  addNote: defineAction(notReadonlyRule, notForInsuredsRule),
  addCallLog: defineAction(internalOnlyRule, notReadonlyRule),
}
