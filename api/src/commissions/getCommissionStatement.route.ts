import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { requireVisibleStatement } from './visible-statement.ts'

/** Returns a statement with its totals. Throws 404 if the statement does not exist or is not visible to the caller. */
export const getCommissionStatement: Handler<'getCommissionStatement'> = async (ctx, { path }) =>
  ok(await requireVisibleStatement(ctx, path.statementId))
