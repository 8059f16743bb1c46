import { writeAudit } from '../audit/audit.ts'
import type { TrxCtx } from '../http/context.ts'
import { openOverpayment } from '../ledger/overpayment.ts'
import { receivePayment } from '../ledger/payments.ts'
import { authorOf } from '../payments/author.ts'
import { mailReceived } from '../payments/payment-mails.ts'

export interface OpenCheck {
  itemId: string
  amountCents: number
  checkNo: string | null
  payer: string
  depositDate: string
}

/**
 * Gives a check's money, which stands in suspense, to a policy: a payment of type lockbox check, an overpayment item for
 * what is more than due, a mail. Call it with policy and item locked.
 */
export async function applyCheck(
  ctx: TrxCtx,
  policyId: string,
  { itemId, amountCents, checkNo, payer, depositDate }: OpenCheck,
): Promise<void> {
  const { policyPaymentId } = await receivePayment(ctx.db, {
    policyId,
    typeId: 5,
    amountCents,
    status: 'paid',
    author: authorOf(ctx),
    description: 'Lockbox check',
    ...(checkNo ? { checkNo } : {}),
    payeeName: payer,
    depositDate,
    fromSuspense: true,
    now: ctx.now,
  })
  await openOverpayment(ctx.db, { policyPaymentId, policyId, amountCents, now: ctx.now })
  await ctx.db
    .updateTable('lockbox_items')
    .set({ state: 'applied', policy_payment_id: policyPaymentId, matched_policy_id: policyId })
    .where('lockbox_item_id', '=', itemId)
    .execute()
  await writeAudit(ctx, {
    action: 'lockbox.apply',
    entity: 'lockboxItem',
    entityId: itemId,
    policyId,
    details: { amountCents, policyPaymentId },
  })
  await mailReceived(ctx, policyPaymentId)
}
