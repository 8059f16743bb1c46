import type { DomainEvent } from '../outbox/domain-event.ts'
import { type AgencyChange, type BoundEndorsement, sendAgentOfRecordEmail, sendEndorsementEmail } from './emails.ts'

/** Events of endorsements and agency changes, with their subscribers (ADR 41). */

export const policyEndorsedEvent: DomainEvent<'policy.endorsed', BoundEndorsement> = {
  type: 'policy.endorsed',
  event: ({ policy: { policyId }, policyTransactionId, effectiveDate }) => ({
    about: { policyId },
    data: { policyTransactionId, effectiveDate },
  }),
  listeners: [sendEndorsementEmail],
}

export const agencyChangedEvent: DomainEvent<'policy.agency_changed', AgencyChange> = {
  type: 'policy.agency_changed',
  event: ({ policy: { policyId }, agencyNo }) => ({ about: { policyId }, data: { agencyNo } }),
  listeners: [sendAgentOfRecordEmail],
}
