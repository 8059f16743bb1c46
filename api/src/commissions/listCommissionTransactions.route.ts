import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getLinePage } from './page-of-lines.ts'
import { requireSeenStatement } from './seen-statement.ts'

/**
 * Returns the lines of a statement, sorted by post date and policy. Throws 404 if the statement does not exist or is
 * not visible to the caller.
 */
export const listCommissionTransactions: Handler<'listCommissionTransactions'> = async (ctx, { path, query }) => {
  const { statementId } = await requireSeenStatement(ctx, path.statementId)
  return ok(await getLinePage(ctx.db, statementId, query))
}
