import { sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import { getAccountId, type TransactionContext } from '../http/context.ts'
import { getAgencySubtreeIds, requireAllowedAgency } from './store.ts'

/** The agency to move and its current parent. */
interface Child {
  agencyId: string
  agencyNo: string
  parentNo: string | null
}

/**
 * Locks the agency tree, so that only one agency can be moved at a time. Two concurrent moves could create a cycle.
 * Call it before locking any agency row to avoid deadlocks.
 */
export async function lockAgencyTree(ctx: TransactionContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('the tree of agencies'))`.execute(ctx.db)
}

/**
 * Moves an agency and its sub-agencies under another agency, or to the top level. Policy visibility changes
 * immediately. Call `lockAgencyTree` first.
 * @param field the request field that contains the parent
 * @throws {ApiError} 422 if the parent is unknown or terminated, or is the agency itself or one of its sub-agencies
 */
export async function moveAgency(
  ctx: TransactionContext,
  child: Child,
  parentNo: string | null,
  field: string,
): Promise<void> {
  const parent = parentNo === null ? undefined : await requireAllowedAgency(ctx.db, parentNo, field, 'service')
  const below = await getAgencySubtreeIds(ctx.db, { id: child.agencyId })
  if (parent && below.includes(parent.agencyId))
    throw createUnprocessableError(
      'agency_cycle',
      `${field}: agency ${parent.agencyNo} is ${child.agencyNo} or one of its sub-agencies.`,
      field,
    )
  await ctx.db
    .updateTable('agencies')
    .set({ agent_parent_id: parent?.agencyId ?? null, updated_by_user_id: getAccountId(ctx.actor) })
    .where('agency_id', '=', child.agencyId)
    .execute()
  await writeAuditEntry(ctx, {
    action: 'agency.move',
    entity: 'agency',
    entityId: child.agencyNo,
    details: { from: child.parentNo, to: parentNo, agencies: below.length },
  })
}
