import { CancelReasonCode } from '@tideline/sdk/words'
import type { TransactionContext } from '../http/context.ts'
import { calculateRefund } from '../lifecycle/cancel/calculate-refund.ts'
import { completeCancellation } from '../lifecycle/cancel/complete-cancellation.ts'
import { type CancelReason, requireCancelReason } from '../lifecycle/cancel/reasons.ts'
import { markPendingCancel } from '../policy/store.ts'
import type { Policy } from '../policy/visibility.ts'

/**
 * Refund rule for a past-due policy (DEL-9). Premium is owed until the date in the notice. Unearned premium is
 * refunded.
 */
const proRata: CancelReason['refund'] = {
  ...{ premium: 'proRata', policyFee: 'none', taxes: 'withPremium', surcharges: 'none', goesFirstToNewPolicy: false },
}
/**
 * Refund rule for a policy that was not taken (DEL-8). Nothing is owed. Used only if the state's notice period allows a
 * flat cancellation.
 */
const flat: CancelReason['refund'] = {
  ...{ premium: 'full', policyFee: 'full', taxes: 'full', surcharges: 'full', goesFirstToNewPolicy: false },
}

/**
 * Cancels a locked policy for nonpayment, either flat or as of the date in the notice. The paid-to date (CAN-4) applies
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
  await completeCancellation(ctx, { ...policy, cancelReasonCode: reason.reasonCode }, reason, refund, null)
}
