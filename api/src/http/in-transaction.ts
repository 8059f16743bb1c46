import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { runInTransactionScope } from '../db/transaction-scope.ts'
import type { Ctx, InTransaction } from './context.ts'

/**
 * Runs `work` in the caller's transaction or, if there is none, in a new one so that actions can be called separately
 * or by other actions. `work` receives a context whose `db` is the transaction. Name this parameter like the outer
 * context so that the code inside cannot use the outer database.
 */
export async function inTransaction<C extends Pick<Ctx, 'db'>, Result>(
  ctx: C,
  work: (ctx: InTransaction<C>) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return work({ ...ctx, db: ctx.db as Transaction<DB> })
  return ctx.db.transaction().execute((db) => runInTransactionScope(() => work({ ...ctx, db })))
}
