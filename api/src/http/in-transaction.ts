import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Ctx } from './context.ts'

/**
 * Runs `work` in the caller's transaction when there is one, else in a new one, so that an action can be called by
 * itself or as a part of another. `work` gets the context whose `db` is that transaction: pass it on to other actions.
 */
export async function inTransaction<Result>(
  ctx: Ctx,
  work: (trx: Transaction<DB>, ctx: Ctx) => Promise<Result>,
): Promise<Result> {
  if (ctx.db.isTransaction) return work(ctx.db as Transaction<DB>, ctx)
  return ctx.db.transaction().execute((trx) => work(trx, { ...ctx, db: trx }))
}
