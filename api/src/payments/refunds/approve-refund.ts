import type { TransactionContext } from '../../http/context.ts'
import { type NewRefund, type PaymentProblem, refundPayment } from '../../ledger/refunds.ts'
import { enqueueJob } from '../../outbox/enqueue-job.ts'

declare module '../../outbox/enqueue-job.ts' {
  interface Jobs {
    'send-refund': { refundId: string }
  }
}

/**
 * Approves a refund and enqueues the job that sends it, in one transaction. The refund is then recorded before Stripe
 * is called. `jobStartsAt` delays the job for a caller that sends the refund itself. If it returns a problem, nothing
 * was written.
 */
export async function approveRefund(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  refund: Omit<NewRefund, 'now'> & { description: string; jobStartsAt?: Date },
): Promise<{ refundId: string } | { problem: PaymentProblem }> {
  const { jobStartsAt, ...wish } = refund
  const decided = await refundPayment(ctx.db, { ...wish, now: ctx.now })
  if ('problem' in decided) return decided
  const { refundId } = decided
  const timing = jobStartsAt ? { runAt: jobStartsAt } : {}
  await enqueueJob(ctx.db, 'send-refund', { refundId }, { ...timing, key: `send-refund:${refundId}` })
  return decided
}
