import type { PaymentListeners } from '../ledger/payments.ts'
import { type MailCtx, sendFailedEmail, sendReceivedEmail } from './payment-emails.ts'

/** What becomes of a payment whose payer is told by mail, and who listens (ADR 41); the ledger announces it. */
export const notifiesPayer = (ctx: MailCtx): PaymentListeners => ({
  'payment.paid': [({ id }) => sendReceivedEmail(ctx, id)],
  'payment.failed': [({ id, reason = '' }) => sendFailedEmail(ctx, id, reason)],
  'payment.disputed': [({ id, reason = '' }) => sendFailedEmail(ctx, id, reason)],
})
