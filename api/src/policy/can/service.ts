import { internalOnly, notEarthquake, notForInsureds, readonly } from './guards.ts'
import { enforced, shownOnly } from './rule.ts'

/** What is done around a policy for its customer: links, claims, notes. */
export const service = {
  resendLink: enforced(readonly, notForInsureds),
  copyInsuredLink: enforced(readonly, notForInsureds),
  changeInsuredEmail: enforced(internalOnly, readonly),
  viewNotifications: shownOnly('it only reads; the contract defines who can', notForInsureds),
  viewTimeline: shownOnly('it only reads; the contract defines who can', notForInsureds),
  reportClaim: enforced(readonly, notForInsureds, notEarthquake('Earthquake claims cannot be reported here.')),
  addNote: enforced(readonly, notForInsureds),
  addCallLog: enforced(internalOnly, readonly),
}
