import { sql } from 'kysely'
import { getRewardLevel } from '../catalog/reward-level.ts'
import { notFound } from '../http/api-error.ts'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { isVisibleTo } from './visibility.ts'

/**
 * Returns the number of policies that an agency has bound and its reward level (AGY-2). Agents can request it for their
 * own agency and its sub-agencies. Throws 404 for all others (ACC-4).
 */
export const getBindCount: Handler<'getBindCount'> = async (ctx, { path }) => {
  const agencyNo = path.agentCode
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from policies p where p.agency_id = a.agency_id) as count
    from agencies a where a.agency_no = ${agencyNo} and ${isVisibleTo(ctx.actor)}`.execute(ctx.db)
  if (!rows[0]) throw notFound({ agencyNo })
  const policyCount = rows[0].count
  const level = getRewardLevel(policyCount)
  return ok({ agencyNo, policyCount, ...(level && { rewardLevel: { name: level } }) })
}
