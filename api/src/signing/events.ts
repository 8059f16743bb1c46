import type { DomainEvent } from '../outbox/domain-event.ts'
import { type DocumentsSigned, requestNextSignature } from './request-other-signature.ts'

/** Published when documents are signed. The subscribers are listed here (ADR 41). */

export const documentsSigned: DomainEvent<'document.signed', DocumentsSigned> = {
  type: 'document.signed',
  event: ({ policy: { policyId }, party }) => ({ about: { policyId }, data: { party } }),
  listeners: [requestNextSignature],
}
