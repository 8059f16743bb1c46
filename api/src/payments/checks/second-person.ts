import type { TransactionContext } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { readSettings } from '../../settings/settings.ts'

/** Whether a check of so many cents is applied only when two people want the same (LBX-6). */
export const requiresSecondPerson = async (
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  amountCents: number,
): Promise<boolean> => toDollars(amountCents) > (await readSettings(ctx.db, ctx.now))['checks.secondPersonAbove']
