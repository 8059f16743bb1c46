import { sql } from 'kysely'
import { ok } from '../http/answer.ts'
import type { Handler } from '../http/operation.ts'
import { summaries } from './summary.ts'
import { requireVisible } from './visible.ts'

/** The agencies directly under one. Throws 404, also for an agency that the caller does not see. */
export const listSubagents: Handler<'listSubagents'> = async (ctx, { path }) => {
  const agencyId = await requireVisible(ctx, path.agencyNo)
  return ok(await summaries(ctx.db, sql<boolean>`a.agent_parent_id = ${agencyId}`))
}
