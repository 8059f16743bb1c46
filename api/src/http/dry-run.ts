import { sql } from 'kysely'
import { runInTransactionScope } from '../db/transaction-scope.ts'
import type { Providers } from '../providers/index.ts'
import type { Ctx } from './context.ts'

/** Card networks and banks cannot be asked to forget; a call that needs them is not declared as one that can be tried. */
const withoutStripe = (providers: Providers): Providers => ({
  ...providers,
  get stripe(): Providers['stripe'] {
    throw new Error('A dry run asked for Stripe: the contract must not give that call a Dry-Run header.')
  },
})

/**
 * Runs an action as it is and takes everything back: what it wrote, its audit entries, and its mails and jobs, which are rows like all others
 * (ADR 7). What it refuses it refuses here, too, the checks that wait for the end of a transaction included. Locks are held as long as
 * the action takes; no idempotency key is used up.
 */
export async function runDry<Result>(ctx: Ctx, action: (ctx: Ctx) => Promise<Result>): Promise<Result> {
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
