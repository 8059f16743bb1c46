import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { runInTransactionScope } from '../db/transaction-scope.ts'
import type { ContextInTransaction, Ctx } from './context.ts'

type ContextWithDatabase = Pick<Ctx, 'db' | 'precondition' | 'keyLock'>

/**
 * Runs `work` in the caller's transaction, or in a new one if there is none. An action can therefore run alone or
 * inside another action. Give the context parameter of `work` the same name as the outer context so that `work` cannot
 * use the outer database by mistake. The first transaction of an edit with `If-Match` also checks the version. The first transaction of a
 * request that changes data also marks its `Idempotency-Key`.
 */
export async function runInTransaction<C extends ContextWithDatabase, Result>(
  ctx: C,
  work: (ctx: ContextInTransaction<C>) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return runIfUnchanged({ ...ctx, db: ctx.db as Transaction<DB> }, work)
  const { keyLock } = ctx
  let hasChanges = false
  const result = await ctx.db.transaction().execute((db) =>
    runInTransactionScope(async () => {
      const result = await runIfUnchanged({ ...ctx, db }, work)
      if (keyLock && !keyLock.isCommitted) hasChanges = await keyLock.markAsCommitted(db)
      return result
    }),
  )
  if (keyLock && hasChanges) keyLock.isCommitted = true
  return result
}

/** Checks the version before `work` and determines the new version after it, unless the version was already checked. */
async function runIfUnchanged<C extends ContextWithDatabase & { db: Transaction<DB> }, Result>(
  ctx: C,
  work: (ctx: C) => Promise<Result>,
): Promise<Result> {
  const { precondition } = ctx
  if (!precondition || precondition.isChecked) return work(ctx)
  await precondition.check(ctx.db)
  const result = await work(ctx)
  await precondition.recordVersion(ctx.db)
  return result
}
