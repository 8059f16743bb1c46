import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getAdjustments } from './adjustments.ts'
import { requireSeenStatement } from './seen-statement.ts'

/**
 * What staff added to a statement, oldest first; the private notes are the house's and nobody else's. Throws 404, also for a
 * statement that the caller does not see.
 */
export const listCommissionAdjustments: Handler<'listCommissionAdjustments'> = async (ctx, { path }) => {
  const { statementId } = await requireSeenStatement(ctx, path.statementId)
  const adjustments = await getAdjustments(ctx.db, statementId)
  const isHouse = ctx.actor.kind === 'staff'
  return ok(adjustments.map((adjustment) => (isHouse ? adjustment : { ...adjustment, privateNotes: null })))
}
