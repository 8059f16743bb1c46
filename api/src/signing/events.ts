import type { DomainEvent } from '../outbox/domain-event.ts'
import { type DocumentsSigned, requestNextSignature } from './request-other-signature.ts'

/** The event of signed documents, with its subscribers (ADR 41). */

export const documentsSigned: DomainEvent<'document.signed', DocumentsSigned> = {
  type: 'document.signed',
  event: ({ policy: { policyId }, party }) => ({ about: { policyId }, data: { party } }),
  listeners: [requestNextSignature],
}
