import { sql } from 'kysely'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { summaries } from './summary.ts'
import { requireVisible } from './visible.ts'

/** The agencies directly under one. Throws 404, also for an agency that the caller does not see. */
export const listSubagents: Handler<'listSubagents'> = async (ctx, { path }) => {
  const agencyId = await requireVisible(ctx, path.agencyNo)
  return ok(await summaries(ctx.db, sql<boolean>`a.agent_parent_id = ${agencyId}`))
}
