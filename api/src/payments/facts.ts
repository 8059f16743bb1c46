import type { PaymentListeners } from '../ledger/payments.ts'
import { type MailCtx, mailFailed, mailReceived } from './payment-mails.ts'

/** What becomes of a payment whose payer is told by mail, and who listens (ADR 41); the ledger announces it. */
export const payerListens = (ctx: MailCtx): PaymentListeners => ({
  'payment.paid': [({ id }) => mailReceived(ctx, id)],
  'payment.failed': [({ id, reason = '' }) => mailFailed(ctx, id, reason)],
  'payment.disputed': [({ id, reason = '' }) => mailFailed(ctx, id, reason)],
})
