import { sql } from 'kysely'
import { runInTransactionScope } from '../db/transaction-scope.ts'
import type { Providers } from '../providers/index.ts'
import type { Ctx } from './context.ts'

/**
 * Replaces the Stripe provider by one that throws. Payments cannot be rolled back, so operations that call Stripe do
 * not support dry runs.
 */
const withoutStripe = (providers: Providers): Providers => ({
  ...providers,
  get stripe(): Providers['stripe'] {
    throw new Error('A dry run must not call Stripe. Remove the Dry-Run header of this operation from the contract.')
  },
})

/**
 * Runs an action and rolls everything back, including audit entries, emails and jobs (ADR 7). Throws the same errors as
 * the action, including those of deferred constraints. Locks are held during the run, and no idempotency key is used.
 */
export async function performDryRun<Result>(ctx: Ctx, action: (ctx: Ctx) => Promise<Result>): Promise<Result> {
  const db = await ctx.db.startTransaction().execute()
  try {
    const result = await runInTransactionScope(() =>
      action({ ...ctx, db, idempotencyKey: undefined, providers: withoutStripe(ctx.providers) }),
    )
    await sql`set constraints all immediate`.execute(db)
    return result
  } finally {
    await db.rollback().execute()
  }
}
