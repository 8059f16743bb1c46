import type { TransactionContext } from '../http/context.ts'
import { getPayees } from '../payments/refunds/pay-out.ts'
import type { Payees } from '../payments/refunds/refund-payees.ts'
import {
  type HeldRefund,
  holdElapsedPremium,
  releaseReturnPremium,
} from '../payments/refunds/release-return-premium.ts'

interface Returned {
  /** Above zero where premium is returned. */
  cents: number
  /** Premium of the days before today that is returned. */
  elapsedCents?: number
  cause: 'endorsement' | 'reversal' | 'renewal'
  effectiveDate: string
  description: string
}

/**
 * Releases the return premium of an endorsement as far as it was paid. Where it returns premium for elapsed days, all of it waits for a
 * second person. Returns to whom it goes and what is on hold.
 */
export async function releaseEndorsementRefund(
  ctx: TransactionContext,
  policyId: string,
  { elapsedCents = 0, ...returned }: Returned,
): Promise<{ payees: Payees; held: HeldRefund[] }> {
  if (elapsedCents > 0) {
    const cents = Math.max(elapsedCents, returned.cents)
    return { payees: [], held: [await holdElapsedPremium(ctx, { policyId, ...returned, cents })] }
  }
  if (returned.cents <= 0) return { payees: [], held: [] }
  const { refundIds, held } = await releaseReturnPremium(ctx, { policyId, ...returned })
  return { payees: await getPayees(ctx.db, refundIds), held }
}
