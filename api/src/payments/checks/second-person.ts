import type { TransactionContext } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { readSettings } from '../../settings/settings.ts'

/** Returns whether two people must confirm the policy for a check of this amount (LBX-6). */
export const requiresSecondPerson = async (
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  amountCents: number,
): Promise<boolean> => toDollars(amountCents) > (await readSettings(ctx.db, ctx.now))['checks.secondPersonAbove']
