import type { AdminApproval } from '@tideline/sdk/types'
import { type Selectable, sql } from 'kysely'
import type { Approval } from '../db/schema.ts'
import { createNotFoundError } from '../http/api-error.ts'
import { type Collection, findCollectionRow, idsCondition } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'

type Row = Selectable<Approval> & { state: AdminApproval['state'] }

/** Approval requests for all changes that a second person must approve. */
export const createAdminApprovalCollection = ({ now }: Pick<Ctx, 'now'>): Collection<'listAdminApprovals', Row> => ({
  name: 'approvals',
  from: sql`(select *, coalesce(decision, case when expires_at <= ${now}::timestamptz then 'expired' else 'pending' end) as state
    from approvals) a`,
  columns: sql`a.*`,
  id: sql`a.approval_id`,
  sorts: { requestedAt: sql`a.requested_at`, id: sql`a.approval_id` },
  filters: {
    kind: (kind) => sql`a.kind = ${kind}`,
    entityId: (entityId) => sql`a.entity_id = ${entityId}`,
    state: (state) => sql`a.state = ${state}`,
    id: (ids) => idsCondition(sql`a.approval_id`, ids),
  },
  present: (row) => ({
    id: row.approval_id,
    kind: row.kind,
    entityId: row.entity_id,
    state: row.state,
    changes: row.changes as unknown as AdminApproval['changes'],
    requiredRole: row.required_role,
    requestedBy: row.requested_by_name,
    requestedByAccountId: row.requested_by,
    requestedAt: row.requested_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }),
})

/** Returns an approval request. Throws 404. */
export async function requireApprovalRequest(ctx: Pick<Ctx, 'db' | 'now'>, id: string): Promise<AdminApproval> {
  const found = await findCollectionRow(ctx.db, createAdminApprovalCollection(ctx), id)
  if (!found) throw createNotFoundError({ approval: id })
  return found
}
