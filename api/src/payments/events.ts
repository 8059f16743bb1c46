import { scheduleNoticeReview } from '../cancellation-watch/schedule-notice-review.ts'
import type { PaymentListeners } from '../ledger/payments.ts'
import { handleFailedAutoCharge } from './auto-pay/failed-charge.ts'
import { sendPaymentDisputedEmail, sendPaymentFailedEmail, sendPaymentReceivedEmail } from './payment-emails.ts'
import { withdrawUncoveredOffersOfPayment } from './reinstatement-offers/close-offer.ts'
import type { OfferContext } from './reinstatement-offers/read-offer.ts'

/**
 * Returns the subscribers to payment events, such as emails to the payer (ADR 41). The ledger publishes these events.
 */
export const getPaymentListeners = (ctx: OfferContext): PaymentListeners => ({
  'payment.paid': [
    ({ id }) => sendPaymentReceivedEmail(ctx, id),
    ({ policyId }) => scheduleNoticeReview(ctx, policyId),
  ],
  'payment.failed': [
    ({ id, reason = '' }) => sendPaymentFailedEmail(ctx, id, reason),
    ({ id, reason = '' }) => handleFailedAutoCharge(ctx, id, reason),
    ({ id }) => withdrawUncoveredOffersOfPayment(ctx, id),
  ],
  'payment.disputed': [
    ({ id, reason = '', disputedCents }) => sendPaymentDisputedEmail(ctx, id, { reason, disputedCents }),
    ({ id, reason = '', disputedCents }) => handleFailedAutoCharge(ctx, id, reason, disputedCents),
    ({ id }) => withdrawUncoveredOffersOfPayment(ctx, id),
  ],
})
