import { writeAudit } from '../audit/audit.ts'
import { ApiError } from '../http/api-error.ts'
import type { TransactionContext } from '../http/context.ts'
import { openOverpayment } from '../ledger/overpayment.ts'
import { receivePayment } from '../ledger/payments.ts'
import { getAuthor } from '../payments/author.ts'
import { notifiesPayer } from '../payments/events.ts'
import { changePolicy } from '../policy/change-policy.ts'
import type { Part } from './item.ts'

export interface OpenCheck {
  itemId: string
  checkNo: string | null
  payer: string
  depositDate: string
}

/**
 * Gives money of a check, which stands in suspense, to a policy that `can` take it: a payment of type lockbox check, an
 * overpayment item for what is more than due, a mail. Call it with the item locked, and the policies of all parts before
 * it. Throws what the button says of a policy that takes no check now.
 */
const applyPart = (
  ctx: TransactionContext,
  { itemId, checkNo, payer, depositDate }: OpenCheck,
  { policyNo, amountCents }: Part,
) =>
  changePolicy(ctx, policyNo, 'applyCheck', async (ctx, { policyId }) => {
    const payment = {
      policyId,
      typeId: 5,
      amountCents,
      status: 'paid' as const,
      author: getAuthor(ctx),
      description: 'Lockbox check',
      ...(checkNo ? { checkNo } : {}),
      payeeName: payer,
      depositDate,
      fromSuspense: true,
      now: ctx.now,
    }
    const { policyPaymentId } = await receivePayment(ctx.db, payment, notifiesPayer(ctx))
    await openOverpayment(ctx.db, { policyPaymentId, policyId, amountCents, now: ctx.now })
    await ctx.db
      .insertInto('lockbox_parts')
      .values({ policy_payment_id: policyPaymentId, lockbox_item_id: itemId })
      .execute()
    await writeAudit(ctx, {
      action: 'lockbox.apply',
      entity: 'lockboxItem',
      entityId: itemId,
      policyId,
      details: { policyNo, amountCents, policyPaymentId },
    })
  })

/** The rules of the policy are written for payers; whoever applies a check reads which policy cannot take it. */
function nameRejectedPolicy(thrown: unknown, policyNo: string): unknown {
  if (!(thrown instanceof ApiError) || thrown.status === 404) return thrown
  const message =
    thrown.code === 'already_paid' ? `Policy ${policyNo} has no balance due.` : `Policy ${policyNo}: ${thrown.message}`
  return new ApiError({ code: thrown.code as 'already_paid', message })
}

/** Gives a check to the policies of its parts, which sum to it. Throws as `changePolicy`, naming the policy. */
export async function applyCheck(ctx: TransactionContext, check: OpenCheck, parts: readonly Part[]): Promise<void> {
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
