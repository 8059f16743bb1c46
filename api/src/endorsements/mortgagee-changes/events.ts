import type { DomainEvent } from '../../outbox/domain-event.ts'
import {
  type ClosedMortgageeChange,
  type RequestedMortgageeChange,
  sendMortgageeChangeClosedEmails,
  sendMortgageeChangeRequestedEmails,
} from './emails.ts'

/** Events of mortgagee change requests, with their subscribers (ADR 41). */

export const mortgageeChangeRequestedEvent: DomainEvent<'policy.mortgagee_change_requested', RequestedMortgageeChange> =
  {
    type: 'policy.mortgagee_change_requested',
    event: ({ policy: { policyId }, change }) => ({ about: { policyId }, data: { mortgageeChangeId: change.id } }),
    listeners: [sendMortgageeChangeRequestedEmails],
  }

export const mortgageeChangeClosedEvent: DomainEvent<'policy.mortgagee_change_closed', ClosedMortgageeChange> = {
  type: 'policy.mortgagee_change_closed',
  event: ({ policy: { policyId }, change, status }) => ({
    about: { policyId },
    data: { mortgageeChangeId: change.id, status },
  }),
  listeners: [sendMortgageeChangeClosedEmails],
}
