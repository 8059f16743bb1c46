import type { PaymentListeners } from '../ledger/payments.ts'
import { type MailCtx, sendFailedEmail, sendReceivedEmail } from './payment-emails.ts'

/** Returns the subscribers that email the payer about a payment (ADR 41). The ledger publishes the events. */
export const getPayerListeners = (ctx: MailCtx): PaymentListeners => ({
  'payment.paid': [({ id }) => sendReceivedEmail(ctx, id)],
  'payment.failed': [({ id, reason = '' }) => sendFailedEmail(ctx, id, reason)],
  'payment.disputed': [({ id, reason = '' }) => sendFailedEmail(ctx, id, reason)],
})
