import type { Fact } from '../outbox/fact.ts'
import { type ApprovedAgency, welcomePeople } from './welcome-people.ts'

/** What becomes of an agency that registered, and who listens (ADR 41). */

export const agencyApproved: Fact<'agency.approved', ApprovedAgency> = {
  type: 'agency.approved',
  event: ({ agencyId, agencyNo }) => ({ about: { agencyId }, data: { agencyNo } }),
  listeners: [welcomePeople],
}
