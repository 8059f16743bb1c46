import { internalOnly, notEarthquake, notForInsureds, readonly } from './guards.ts'
import { enforced, shownOnly } from './rule.ts'

/** Customer service actions for links, claims and notes. */
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
