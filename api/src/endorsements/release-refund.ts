import type { TransactionContext } from '../http/context.ts'
import { getPayees } from '../payments/refunds/pay-refund.ts'
import type { Payees } from '../payments/refunds/refund-payees.ts'
import {
  type HeldRefund,
  holdElapsedPremium,
  releaseReturnPremium,
} from '../payments/refunds/release-return-premium.ts'

interface Returned {
  /** Amount in cents. Positive if premium is returned. */
  cents: number
  /** Return premium for the days before today, including taxes. */
  elapsedCents?: number
  cause: 'endorsement' | 'reversal' | 'renewal'
  effectiveDate: string
  /** Id of the transaction that returns the premium. */
  policyTransactionId: string
  description: string
}

/**
 * Releases the return premium of an endorsement, up to the amount paid. If a part of it is for elapsed days, a second
 * person must approve the whole amount. Returns the payees and the amounts on hold.
 */
export async function releaseEndorsementRefund(
  ctx: TransactionContext,
  policyId: string,
  { elapsedCents = 0, ...returned }: Returned,
): Promise<{ payees: Payees; held: HeldRefund[] }> {
  if (elapsedCents > 0) {
    const { cause, effectiveDate, policyTransactionId } = returned
    const cents = Math.max(elapsedCents, returned.cents)
    const premium = { policyId, cause, effectiveDate, policyTransactionId, cents }
    return { payees: [], held: [await holdElapsedPremium(ctx, premium)] }
  }
  if (returned.cents <= 0) return { payees: [], held: [] }
  const { refundIds, held } = await releaseReturnPremium(ctx, { policyId, ...returned })
  return { payees: await getPayees(ctx.db, refundIds), held }
}
