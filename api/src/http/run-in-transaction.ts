import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { runInTransactionScope } from '../db/transaction-scope.ts'
import type { ContextInTransaction, Ctx } from './context.ts'

/**
 * Runs `work` in the caller's transaction, or in a new one if there is none. An action can therefore run alone or
 * inside another action. Give the context parameter of `work` the same name as the outer context so that `work` cannot
 * use the outer database by mistake.
 */
export async function runInTransaction<C extends Pick<Ctx, 'db'>, Result>(
  ctx: C,
  work: (ctx: ContextInTransaction<C>) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return work({ ...ctx, db: ctx.db as Transaction<DB> })
  return ctx.db.transaction().execute((db) => runInTransactionScope(() => work({ ...ctx, db })))
}
