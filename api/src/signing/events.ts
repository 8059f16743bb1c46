import type { DomainEvent } from '../outbox/domain-event.ts'
import { requestSecondPartySignature, type SignedDocuments } from './request-other-party-signature.ts'

/** The event for signed documents, with its subscribers (ADR 41). */

export const documentsSignedEvent: DomainEvent<'document.signed', SignedDocuments> = {
  type: 'document.signed',
  event: ({ policy: { policyId }, party }) => ({ about: { policyId }, data: { party } }),
  listeners: [requestSecondPartySignature],
}
