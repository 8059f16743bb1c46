import type { DomainEvent } from '../outbox/domain-event.ts'
import { type DocumentsSigned, requestNextSignature } from './request-other-signature.ts'

/** What is signed, and who listens (ADR 41). */

export const documentsSigned: DomainEvent<'document.signed', DocumentsSigned> = {
  type: 'document.signed',
  event: ({ policy: { policyId }, party }) => ({ about: { policyId }, data: { party } }),
  listeners: [requestNextSignature],
}
