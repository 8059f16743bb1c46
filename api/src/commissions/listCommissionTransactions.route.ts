import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { getLinePage } from './page-of-lines.ts'
import { requireSeenStatement } from './seen-statement.ts'

/** The lines of a statement, by post date and policy. Throws 404, also for a statement that the caller does not see. */
export const listCommissionTransactions: Handler<'listCommissionTransactions'> = async (ctx, { path, query }) => {
  const { statementId } = await requireSeenStatement(ctx, path.statementId)
  return ok(await getLinePage(ctx.db, statementId, query))
}
