import type { DomainEvent } from '../outbox/domain-event.ts'
import { type ReportedClaim, sendClaimReportedEmail } from './emails.ts'

/** Events of claims, with their subscribers (ADR 41). */

export const claimCreatedEvent: DomainEvent<'claim.created', ReportedClaim> = {
  type: 'claim.created',
  event: ({ policy: { policyId }, claim }) => ({ about: { policyId }, data: { claimID: claim.claim_id } }),
  listeners: [sendClaimReportedEmail],
}
