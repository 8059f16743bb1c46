import type { TransactionContext } from '../../http/context.ts'
import { type NewRefund, type PaymentProblem, refundPayment } from '../../ledger/refunds.ts'
import { enqueueJob } from '../../outbox/enqueue-job.ts'

declare module '../../outbox/enqueue-job.ts' {
  interface Jobs {
    'send-refund': { refundId: string }
  }
}

/**
 * Records an approved refund and enqueues the job that sends it. Returns a problem and writes nothing if the refund is
 * not possible. Call it in a transaction, before Stripe is called. `jobStartsAt` delays the job if the caller sends the
 * refund itself.
 */
export async function approveRefund(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  refund: Omit<NewRefund, 'now'> & { description: string; jobStartsAt?: Date },
): Promise<{ refundId: string } | { problem: PaymentProblem }> {
  const { jobStartsAt, ...newRefund } = refund
  const decided = await refundPayment(ctx.db, { ...newRefund, now: ctx.now })
  if ('problem' in decided) return decided
  const { refundId } = decided
  const timing = jobStartsAt ? { runAt: jobStartsAt } : {}
  await enqueueJob(ctx.db, 'send-refund', { refundId }, { ...timing, key: `send-refund:${refundId}` })
  return decided
}
