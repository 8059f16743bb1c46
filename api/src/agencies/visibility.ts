import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { createNotFoundError } from '../http/api-error.ts'
import type { Actor, Ctx } from '../http/context.ts'
import { ownPolicyCondition } from '../link-tokens/own-policies.ts'

/**
 * SQL condition: the actor can see `agencies a` (ACC-3). Agents see their own agency and its sub-agencies,
 * policyholders see the agencies of their policies, and staff see all agencies.
 */
export const visibleAgencyCondition = (actor: Actor): RawBuilder<SqlBool> => {
  if (actor.kind === 'staff') return sql`true`
  if (actor.kind === 'agent') return sql`a.path @> array[${actor.agencyId}::uuid]`
  if (actor.kind !== 'insured') return sql`false`
  return sql`exists (select from policies p where p.agency_id = a.agency_id and ${ownPolicyCondition(actor)})`
}

/**
 * Returns the id of an agency that the caller can see.
 *
 * @throws {ApiError} 404 if the agency does not exist or is not visible to the caller (ACC-4)
 */
export async function requireVisibleAgency(ctx: Pick<Ctx, 'db' | 'actor'>, agencyNo: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select agency_id as id from agencies a where agency_no = ${agencyNo} and ${visibleAgencyCondition(ctx.actor)}`.execute(
    ctx.db,
  )
  if (!rows[0]) throw createNotFoundError({ agencyNo })
  return rows[0].id
}
