import { toDollars } from '../../http/money.ts'
import type { DomainEvent } from '../../outbox/domain-event.ts'
import {
  type ClosedOfferNotice,
  notifyOfferClosed,
  notifyReinstatementOffered,
  type ReinstatementOfferNotice,
} from './notify-offer.ts'
import type { OfferContext } from './read-offer.ts'

/** Reinstatement offer events and their subscribers (ADR 41). */

export const reinstatementOfferedEvent: DomainEvent<
  'policy.reinstatement_offered',
  ReinstatementOfferNotice,
  OfferContext
> = {
  type: 'policy.reinstatement_offered',
  event: ({ policyId, amountCents, neededCents, lapse, expiresOn }) => ({
    about: { policyId },
    data: {
      ...{ amountReceived: toDollars(amountCents), amountNeeded: toDollars(neededCents), expiresOn },
      amountNeededWithLapse: lapse ? toDollars(lapse.neededCents) : null,
      isLapseRequired: lapse?.isRequired ?? false,
    },
  }),
  listeners: [notifyReinstatementOffered],
}

export const reinstatementOfferClosedEvent: DomainEvent<
  'policy.reinstatement_offer_closed',
  ClosedOfferNotice,
  OfferContext
> = {
  type: 'policy.reinstatement_offer_closed',
  event: ({ policyId, outcome }) => ({ about: { policyId }, data: { outcome } }),
  listeners: [notifyOfferClosed],
}
