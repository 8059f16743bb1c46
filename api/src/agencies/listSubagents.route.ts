import { sql } from 'kysely'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { listAgencySummaries } from './summary.ts'
import { requireVisibleAgency } from './visibility.ts'

/**
 * Returns the direct sub-agencies of an agency. Throws 404 if the agency does not exist or is not visible to the
 * caller.
 */
export const listSubagents: Handler<'listSubagents'> = async (ctx, { path }) => {
  const agencyId = await requireVisibleAgency(ctx, path.agencyNo)
  return ok(await listAgencySummaries(ctx.db, sql<boolean>`a.agent_parent_id = ${agencyId}`))
}
