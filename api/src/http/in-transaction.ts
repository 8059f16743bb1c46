import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { runInTransactionScope } from '../db/transaction-scope.ts'
import type { Ctx, InTransaction } from './context.ts'

/**
 * Runs `work` in the caller's transaction when there is one, else in a new one, so that an action can be called by
 * itself or as a part of another. `work` gets the context whose `db` is that transaction; callers give it the name of
 * the outer one, so that nothing inside can reach past it.
 */
export async function inTransaction<C extends Pick<Ctx, 'db'>, Result>(
  ctx: C,
  work: (ctx: InTransaction<C>) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return work({ ...ctx, db: ctx.db as Transaction<DB> })
  return ctx.db.transaction().execute((db) => runInTransactionScope(() => work({ ...ctx, db })))
}
