import { internalOnly, notEarthquake, notForInsureds, readonly } from './guards.ts'
import { enforced, shownOnly } from './rule.ts'

/** What is done around a policy for its customer: links, claims, notes. */
export const service = {
  resendLink: enforced(readonly, notForInsureds),
  copyInsuredLink: enforced(readonly, notForInsureds),
  changeInsuredEmail: enforced(internalOnly, readonly),
  viewNotifications: shownOnly('it only reads, and the contract says who may', notForInsureds),
  viewTimeline: shownOnly('it only reads, and the contract says who may', notForInsureds),
  reportClaim: enforced(readonly, notForInsureds, notEarthquake('Earthquake claims are not reported here.')),
  addNote: enforced(readonly, notForInsureds),
  addCallLog: enforced(internalOnly, readonly),
}
