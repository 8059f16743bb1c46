import type { DomainEvent } from '../outbox/domain-event.ts'
import { emailLead, type NewLead } from './email-lead.ts'

/** Widget events with their subscribers (ADR 41). */

export const leadCreatedEvent: DomainEvent<'lead.created', NewLead> = {
  type: 'lead.created',
  event: ({ lead, agency: { agencyId, agencyNo } }) => ({
    about: { agencyId },
    data: { agencyNo, leadId: lead.lead_id },
  }),
  listeners: [emailLead],
}
