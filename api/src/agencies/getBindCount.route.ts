import { sql } from 'kysely'
import { getRewardLevel } from '../catalog/reward-level.ts'
import { createNotFoundError } from '../http/api-error.ts'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { visibleAgencyCondition } from './visibility.ts'

/**
 * Returns an agency's reward level and the number of policies it has bound (AGY-2). Agents can request only their own
 * agency and its sub-agencies.
 * @throws {ApiError} 404 for all other agencies (ACC-4)
 */
export const getBindCount: Handler<'getBindCount'> = async (ctx, { path }) => {
  const agencyNo = path.agentCode
  const { rows } = await sql<{ count: number }>`
    select (select count(*)::int from policies p where p.agency_id = a.agency_id) as count
    from agencies a where a.agency_no = ${agencyNo} and ${visibleAgencyCondition(ctx.actor)}`.execute(ctx.db)
  if (!rows[0]) throw createNotFoundError({ agencyNo })
  const policyCount = rows[0].count
  const level = getRewardLevel(policyCount)
  return ok({ agencyNo, policyCount, ...(level && { rewardLevel: { name: level } }) })
}
