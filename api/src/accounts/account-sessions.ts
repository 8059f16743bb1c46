import type { TransactionContext } from '../http/context.ts'

export async function endAccountSessions(ctx: TransactionContext, accountId: string): Promise<void> {
  await clearSessionCache(ctx, accountId)
  await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Removes the account's sessions from the cache so that the next request reads the current roles. */
export async function clearSessionCache(ctx: TransactionContext, accountId: string): Promise<void> {
  const live = await ctx.db
    .selectFrom('sessions')
    .select('session_id')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
  for (const { session_id } of live) ctx.forgetSession(session_id)
}
