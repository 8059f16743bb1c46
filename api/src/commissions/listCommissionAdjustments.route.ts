import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getAdjustments } from './adjustments.ts'
import { requireVisibleStatement } from './visible-statement.ts'

/**
 * Returns the adjustments of a statement, oldest first. Only staff see the private notes. Throws 404 if the statement
 * does not exist or is not visible to the caller.
 */
export const listCommissionAdjustments: Handler<'listCommissionAdjustments'> = async (ctx, { path }) => {
  const { statementId } = await requireVisibleStatement(ctx, path.statementId)
  const adjustments = await getAdjustments(ctx.db, statementId)
  const isStaff = ctx.actor.kind === 'staff'
  return ok(adjustments.map((adjustment) => (isStaff ? adjustment : { ...adjustment, privateNotes: null })))
}
