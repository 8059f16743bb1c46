import type { TransactionContext } from '../../http/context.ts'
import { type MoneyProblem, type NewRefund, refundPayment } from '../../ledger/refunds.ts'
import { enqueue } from '../../outbox/enqueue.ts'

declare module '../../outbox/enqueue.ts' {
  interface Jobs {
    'send-refund': { refundId: string }
  }
}

/**
 * Decides a refund and leaves its sending to a job, in one transaction: it is on record before Stripe is asked, as a
 * charge is. `jobStartsAt` holds the job back for one who sends it himself. Nothing is written when there is a problem.
 */
export async function decideRefund(
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  refund: Omit<NewRefund, 'now'> & { description: string; jobStartsAt?: Date },
): Promise<{ refundId: string } | { problem: MoneyProblem }> {
  const { jobStartsAt, ...wish } = refund
  const decided = await refundPayment(ctx.db, { ...wish, now: ctx.now })
  if ('problem' in decided) return decided
  const { refundId } = decided
  const timing = jobStartsAt ? { runAt: jobStartsAt } : {}
  await enqueue(ctx.db, 'send-refund', { refundId }, { ...timing, key: `send-refund:${refundId}` })
  return decided
}
