import type { TransactionContext } from '../http/context.ts'

/** Ends every session of an account at once. */
export async function endAccountSessions(ctx: TransactionContext, accountId: string): Promise<void> {
  await clearSessionCache(ctx, accountId)
  await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Makes the next request of an account read its roles anew. */
export async function clearSessionCache(ctx: TransactionContext, accountId: string): Promise<void> {
  const live = await ctx.db
    .selectFrom('sessions')
    .select('session_id')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
  for (const { session_id } of live) ctx.forgetSession(session_id)
}
