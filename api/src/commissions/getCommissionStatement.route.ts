import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { requireSeenStatement } from './seen-statement.ts'

/** One agency's month with its totals. Throws 404, also for a statement that the caller does not see. */
export const getCommissionStatement: Handler<'getCommissionStatement'> = async (ctx, { path }) =>
  ok(await requireSeenStatement(ctx, path.statementId))
