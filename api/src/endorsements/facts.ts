import type { Fact } from '../outbox/fact.ts'
import { type Endorsed, type MovedToAgency, mailAgentOfRecord, mailEndorsement } from './mails.ts'

/** What changes within a term, and who listens (ADR 41). */

export const policyEndorsed: Fact<'policy.endorsed', Endorsed> = {
  type: 'policy.endorsed',
  event: ({ policy: { policyId }, policyTransactionId, effectiveDate }) => ({
    about: { policyId },
    data: { policyTransactionId, effectiveDate },
  }),
  listeners: [mailEndorsement],
}

export const agencyChanged: Fact<'policy.agency_changed', MovedToAgency> = {
  type: 'policy.agency_changed',
  event: ({ policy: { policyId }, agencyNo }) => ({ about: { policyId }, data: { agencyNo } }),
  listeners: [mailAgentOfRecord],
}
