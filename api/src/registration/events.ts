import type { DomainEvent } from '../outbox/domain-event.ts'
import { type ApprovedAgency, sendWelcomeEmails } from './send-welcome-emails.ts'

/** Agency registration events with their subscribers (ADR 41). */

export const agencyApprovedEvent: DomainEvent<'agency.approved', ApprovedAgency> = {
  type: 'agency.approved',
  event: ({ agencyId, agencyNo }) => ({ about: { agencyId }, data: { agencyNo } }),
  listeners: [sendWelcomeEmails],
}
