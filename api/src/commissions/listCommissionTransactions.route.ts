import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getStatementLinePage } from './line-page.ts'
import { requireVisibleStatement } from './visible-statement.ts'

/**
 * Returns the lines of a statement, sorted by post date and policy. Throws 404 if the statement does not exist or is
 * not visible to the caller.
 */
export const listCommissionTransactions: Handler<'listCommissionTransactions'> = async (ctx, { path, query }) => {
  const { statementId } = await requireVisibleStatement(ctx, path.statementId)
  return ok(await getStatementLinePage(ctx.db, statementId, query))
}
