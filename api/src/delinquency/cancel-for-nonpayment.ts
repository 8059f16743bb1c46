import { CancelReasonCode } from '@tideline/sdk/words'
import type { TransactionContext } from '../http/context.ts'
import { calculateRefund } from '../lifecycle/cancel/calculate-refund.ts'
import { completeCancellation } from '../lifecycle/cancel/complete-cancellation.ts'
import { type CancelReason, requireCancelReason } from '../lifecycle/cancel/reasons.ts'
import { markPendingCancel } from '../policy/store.ts'
import type { Policy } from '../policy/visibility.ts'

/**
 * Refund rule for a past-due policy: premium until the date in the notice is owed, and unearned premium is refunded
 * (DEL-9).
 */
const proRata: CancelReason['refund'] = {
  ...{ premium: 'proRata', policyFee: 'none', taxes: 'withPremium', surcharges: 'none', goesFirstToNewPolicy: false },
}
/**
 * Refund rule for a policy that was not taken, if the state's notice period allows a flat cancellation: nothing is owed
 * (DEL-8).
 */
const flat: CancelReason['refund'] = {
  ...{ premium: 'full', policyFee: 'full', taxes: 'full', surcharges: 'full', goesFirstToNewPolicy: false },
}

/**
 * Cancels a locked policy for nonpayment, either on the date in the notice or flat. The paid-to date of CAN-4 applies
 * only to cancellations that staff enter.
 */
export async function cancelForNonpayment(
  ctx: TransactionContext,
  policy: Policy,
  { effectiveDate, isFlat }: { effectiveDate: string; isFlat: boolean },
): Promise<void> {
  const base = await requireCancelReason(ctx.db, CancelReasonCode.nonpayment)
  const reason: CancelReason = {
    ...base,
    effectiveFrom: isFlat ? 'inceptionDate' : 'receiptDate',
    refund: isFlat ? flat : proRata,
  }
  const refund = await calculateRefund(ctx.db, policy, reason, isFlat ? policy.inceptionDate : effectiveDate)
  await markPendingCancel(ctx, policy.policyId, {
    reasonCode: reason.reasonCode,
    effectiveDate: refund.effectiveDate,
    ...{ grossCents: 0, totalCents: 0 },
  })
  await completeCancellation(ctx, { ...policy, cancelReasonCode: reason.reasonCode }, reason, refund)
}
