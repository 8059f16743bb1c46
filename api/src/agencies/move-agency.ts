import { sql } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import { rejected } from '../http/api-error.ts'
import { getAccountId, type TransactionContext } from '../http/context.ts'
import { getSubtree, requireActive } from './store.ts'

/** A child and where it stands. */
interface Child {
  agencyId: string
  agencyNo: string
  parentNo: string | null
}

/**
 * One move at a time in the whole house: two at once could make a circle that neither sees. Asked before any agency is
 * locked, so that nobody waits for a row while he holds the turn.
 */
export async function lockAgencyTree(ctx: TransactionContext): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('the tree of agencies'))`.execute(ctx.db)
}

/**
 * Puts an agency with all below it under another one, or makes it a root; who sees which policies follows at once, the
 * audit log keeps where it stood. After `lockAgencyTree`.
 *
 * @param field the field of the request that names the parent
 * @throws 422 for an unknown or terminated parent, and for one that is the agency itself or stands below it
 */
export async function moveAgency(
  ctx: TransactionContext,
  child: Child,
  parentNo: string | null,
  field: string,
): Promise<void> {
  const parent = parentNo === null ? undefined : await requireActive(ctx.db, parentNo, field, 'service')
  const below = await getSubtree(ctx.db, { id: child.agencyId })
  if (parent && below.includes(parent.agencyId))
    throw rejected(
      'under_itself',
      `${field}: agency ${parent.agencyNo} is ${child.agencyNo} or one of its sub-agencies.`,
      field,
    )
  await ctx.db
    .updateTable('agencies')
    .set({ agent_parent_id: parent?.agencyId ?? null, updated_by_user_id: getAccountId(ctx.actor) })
    .where('agency_id', '=', child.agencyId)
    .execute()
  await writeAudit(ctx, {
    action: 'agency.move',
    entity: 'agency',
    entityId: child.agencyNo,
    details: { from: child.parentNo, to: parentNo, agencies: below.length },
  })
}
