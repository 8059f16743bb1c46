import { PaymentType } from '@tideline/sdk/words'
import { writeAuditEntry } from '../audit/audit.ts'
import { ApiError } from '../http/api-error.ts'
import type { TransactionContext } from '../http/context.ts'
import { receivePayment } from '../ledger/payments.ts'
import { getPaymentAuthor } from '../payments/author.ts'
import { getPaymentListeners } from '../payments/events.ts'
import { handleExcessPayment } from '../payments/reinstatement-offers/offer-reinstatement.ts'
import { changePolicy } from '../policy/change-policy.ts'
import type { CheckAllocation } from './item.ts'

export interface OpenCheck {
  itemId: string
  checkNo: string | null
  payer: string
  depositDate: string
}

/**
 * Applies part of a check to a policy: posts a lockbox payment, creates an overpayment for any excess or puts it on hold
 * for a reinstatement (DEL-19), and sends an email. Lock the policies of all parts before the check. Throws an error if
 * the policy does not accept a check.
 */
const applyPart = (
  ctx: TransactionContext,
  { itemId, checkNo, payer, depositDate }: OpenCheck,
  { policyNo, amountCents }: CheckAllocation,
) =>
  changePolicy(ctx, policyNo, 'applyCheck', async (ctx, { policyId }) => {
    const payment = {
      policyId,
      typeId: PaymentType.lockboxCheck,
      amountCents,
      status: 'paid' as const,
      author: getPaymentAuthor(ctx),
      description: 'Lockbox check',
      ...(checkNo ? { checkNo } : {}),
      payeeName: payer,
      depositDate,
      fromSuspense: true,
      now: ctx.now,
    }
    const { policyPaymentId } = await receivePayment(ctx.db, payment, getPaymentListeners(ctx))
    await handleExcessPayment(ctx, { policyPaymentId, policyId, amountCents })
    await ctx.db
      .insertInto('lockbox_parts')
      .values({ policy_payment_id: policyPaymentId, lockbox_item_id: itemId })
      .execute()
    await writeAuditEntry(ctx, {
      action: 'lockbox.apply',
      entity: 'lockboxItem',
      entityId: itemId,
      policyId,
      details: { policyNo, amountCents, policyPaymentId },
    })
  })

/** Adds the policy number to an error because a check can pay several policies. */
function nameRejectedPolicy(thrown: unknown, policyNo: string): unknown {
  if (!(thrown instanceof ApiError) || thrown.status === 404) return thrown
  const message =
    thrown.code === 'already_paid' ? `Policy ${policyNo} has no balance due.` : `Policy ${policyNo}: ${thrown.message}`
  return new ApiError({ code: thrown.code as 'already_paid', message })
}

/**
 * Applies a check to the policies of its parts. The parts must add up to the check's amount. Throws the errors of
 * `changePolicy` with the policy number.
 */
export async function applyCheck(
  ctx: TransactionContext,
  check: OpenCheck,
  parts: readonly CheckAllocation[],
): Promise<void> {
  for (const part of parts)
    await applyPart(ctx, check, part).catch((thrown) => {
      throw nameRejectedPolicy(thrown, part.policyNo)
    })
  await ctx.db
    .updateTable('lockbox_items')
    .set({
      state: 'applied',
      attention: null,
      proposed_parts: null,
      proposed_by: null,
      proposed_by_name: null,
      proposed_at: null,
    })
    .where('lockbox_item_id', '=', check.itemId)
    .execute()
}
