import { toDollars } from '../../http/money.ts'
import type { DomainEvent } from '../../outbox/domain-event.ts'
import type { OfferContext, OfferOutcome } from './read-offer.ts'

/** Events of reinstatement offers and their subscribers (ADR 41). */

export interface ReinstatementOfferNotice {
  policyId: string
  policyPaymentId: string
  /** Amount of the payment. */
  amountCents: number
  /** The amount needed to reinstate before the payment. */
  neededCents: number
  /** Last date on which the offer can be accepted, `YYYY-MM-DD`. */
  expiresOn: string
}

export const reinstatementOfferedEvent: DomainEvent<
  'policy.reinstatement_offered',
  ReinstatementOfferNotice,
  OfferContext
> = {
  type: 'policy.reinstatement_offered',
  event: ({ policyId, amountCents, neededCents, expiresOn }) => ({
    about: { policyId },
    data: { amountReceived: toDollars(amountCents), amountNeeded: toDollars(neededCents), expiresOn },
  }),
  listeners: [],
}

export interface ClosedOfferNotice {
  policyId: string
  outcome: OfferOutcome
}

export const reinstatementOfferClosedEvent: DomainEvent<
  'policy.reinstatement_offer_closed',
  ClosedOfferNotice,
  OfferContext
> = {
  type: 'policy.reinstatement_offer_closed',
  event: ({ policyId, outcome }) => ({ about: { policyId }, data: { outcome } }),
  listeners: [],
}
