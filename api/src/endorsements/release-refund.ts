import type { TransactionContext } from '../http/context.ts'
import { getPayees } from '../payments/refunds/pay-refund.ts'
import type { Payees } from '../payments/refunds/refund-payees.ts'
import {
  type HeldRefund,
  holdElapsedPremium,
  releaseReturnPremium,
} from '../payments/refunds/release-return-premium.ts'
import type { PostedTransaction } from '../policy/post-transaction.ts'

interface Returned {
  /** The transaction that returns the premium, if it does. */
  posted: PostedTransaction
  /** Return premium for the days before today, including taxes. */
  elapsedCents?: number
  cause: 'endorsement' | 'reversal' | 'renewal'
  effectiveDate: string
  description: string
}

/**
 * Releases the return premium of an endorsement, up to the amount paid. If a part of it is for elapsed days, a second
 * person must approve the whole amount. Returns the payees and the amounts on hold.
 */
export async function releaseEndorsementRefund(
  ctx: TransactionContext,
  policyId: string,
  { elapsedCents = 0, posted, description, ...about }: Returned,
): Promise<{ payees: Payees; held: HeldRefund[] }> {
  const { policyTransactionId, invoice } = posted
  const returnedCents = -posted.totalCents
  const premium = { ...about, policyId, policyTransactionId }
  if (elapsedCents > 0) {
    const cents = Math.max(elapsedCents, returnedCents)
    return { payees: [], held: [await holdElapsedPremium(ctx, { ...premium, cents })] }
  }
  if (returnedCents <= 0 || !invoice || invoice.dueCents >= 0) return { payees: [], held: [] }
  const { refundIds, held } = await releaseReturnPremium(ctx, { ...premium, cents: returnedCents, description })
  return { payees: await getPayees(ctx.db, refundIds), held }
}
