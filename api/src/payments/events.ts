import { scheduleNoticeReview } from '../cancellation-watch/schedule-notice-review.ts'
import type { PaymentListeners } from '../ledger/payments.ts'
import { handleFailedAutoCharge } from './auto-pay/failed-charge.ts'
import {
  type EmailContext,
  sendPaymentDisputedEmail,
  sendPaymentFailedEmail,
  sendPaymentReceivedEmail,
} from './payment-emails.ts'

/** Returns the subscribers that email the payer about a payment (ADR 41). The ledger publishes the events. */
export const getPaymentListeners = (ctx: EmailContext): PaymentListeners => ({
  'payment.paid': [
    ({ id }) => sendPaymentReceivedEmail(ctx, id),
    ({ policyId }) => scheduleNoticeReview(ctx, policyId),
  ],
  'payment.failed': [
    ({ id, reason = '' }) => sendPaymentFailedEmail(ctx, id, reason),
    ({ id, reason = '' }) => handleFailedAutoCharge(ctx, id, reason),
  ],
  'payment.disputed': [
    ({ id, reason = '' }) => sendPaymentDisputedEmail(ctx, id, reason),
    ({ id, reason = '' }) => handleFailedAutoCharge(ctx, id, reason),
  ],
})
