import type { Fact } from '../outbox/fact.ts'
import { askNext, type DocumentsSigned } from './ask-other-party.ts'

/** What is signed, and who listens (ADR 41). */

export const documentsSigned: Fact<'document.signed', DocumentsSigned> = {
  type: 'document.signed',
  event: ({ policy: { policyId }, party }) => ({ about: { policyId }, data: { party } }),
  listeners: [askNext],
}
