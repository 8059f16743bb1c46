import type { TrxCtx } from '../http/context.ts'
import { policyBalance } from '../ledger/store.ts'
import { authorOf } from '../payments/author.ts'
import type { Payees } from '../payments/refunds/leaving-words.ts'
import { payeesOf, payOut } from '../payments/refunds/pay-out.ts'

/** Sends returned premium back as far as it was paid; what was not is only owed no longer. Gives to whom it goes. */
export async function payBack(
  ctx: TrxCtx,
  policyId: string,
  returned: { cents: number; description: string },
): Promise<Payees> {
  if (returned.cents <= 0) return []
  const { dueCents } = await policyBalance(ctx.db, policyId)
  const cents = Math.min(returned.cents, -dueCents)
  if (cents <= 0) return []
  const { description } = returned
  const { refundIds } = await payOut(ctx, { policyId, cents, author: authorOf(ctx), description })
  return payeesOf(ctx.db, refundIds)
}
