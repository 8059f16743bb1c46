import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { Approval } from '../db/schema.ts'
import { type ApiError, createConflictError, createForbiddenError, createNotFoundError } from '../http/api-error.ts'
import { type Ctx, getAccountId, getActorName, type TransactionContext } from '../http/context.ts'
import { decryptText, encryptText } from '../http/encrypted-text.ts'
import { reencryptColumn } from '../http/reencrypt-column.ts'
import { isIndependentApprover } from './independent-approver.ts'

type Kind = Approval['kind']
type Role = Approval['required_role']

/** Time limit for the approval of a requested change, in milliseconds. */
const approvalLifetimeMs = 7 * 86_400_000
/**
 * Time for which a staff member counts as a second person after losing the role, in milliseconds. Without it, somebody
 * could deactivate all others and then make a change without approval.
 */
const recentMs = 7 * 86_400_000

/** A changed field as shown to the approver. Must not contain secrets. */
interface FieldChange {
  field: string
  before: string
  after: string
}

export interface ApprovalRequest {
  kind: Kind
  /** Id of the setting, account or agency to change. */
  entityId: string
  changes: readonly FieldChange[]
  /** Data for applying the change after approval. */
  payload: object
  role: Role
  /** Id of the account to change. Its owner cannot approve the change. */
  affectedAccountId?: string
}

/** Returns whether any other staff member has the role or had it within the last 7 days. */
async function hasSecondPerson(
  { db, now }: TransactionContext,
  role: Role,
  except: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from accounts where kind = 'staff' and is_active and ${role} = any(roles) and not 'readonly' = any(roles)
        and account_id <> all(${except}::uuid[])
    ) or exists (
      select from audit_log where action = 'account.update' and occurred_at > ${new Date(now.getTime() - recentMs)}
        and entity_id <> all(${except}::text[])
        and details->'before'->'roles' ? ${role} and (details->'before'->>'isActive')::boolean
    ) as found`.execute(db)
  return rows[0]?.found ?? false
}

/**
 * Submits a change for approval by a second person with the same role. Call it in the same transaction that applies the
 * change if no approval is needed.
 * @returns true if the change is pending; false if nobody else had the role in the last 7 days, and the caller must
 * apply the change
 * @throws {ApiError} 409 if a change of the same setting, account or agency is already pending
 */
export async function submitForApproval(ctx: TransactionContext, change: ApprovalRequest): Promise<boolean> {
  const { kind, entityId, changes, payload, role, affectedAccountId } = change
  const requestedBy = getAccountId(ctx.actor)
  if (!requestedBy) throw createForbiddenError()
  const details = { changes, role }
  if (!(await hasSecondPerson(ctx, role, [requestedBy, ...(affectedAccountId ? [affectedAccountId] : [])]))) {
    await writeAuditEntry(ctx, { action: 'approval.bypass', entity: 'approval', entityId, details })
    return false
  }
  await ctx.db
    .updateTable('approvals')
    .set({ decision: 'expired', decided_at: ctx.now })
    .where('kind', '=', kind)
    .where('entity_id', '=', entityId)
    .where('decision', 'is', null)
    .where('expires_at', '<=', ctx.now)
    .execute()
  const id = randomUUID()
  const place = { row: id, column: 'approval_payload' } as const
  const added = await ctx.db
    .insertInto('approvals')
    .values({
      ...{ approval_id: id, kind, entity_id: entityId, changes: JSON.stringify(changes), required_role: role },
      payload_sealed: encryptText(ctx.keys.sealing, place, JSON.stringify(payload)),
      ...{ requested_by: requestedBy, requested_by_name: getActorName(ctx.actor), requested_at: ctx.now },
      ...{
        expires_at: new Date(ctx.now.getTime() + approvalLifetimeMs),
        affected_account_id: affectedAccountId ?? null,
      },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('approval_id')
    .executeTakeFirst()
  if (!added) throw alreadyPendingError()
  await writeAuditEntry(ctx, {
    action: 'approval.request',
    entity: 'approval',
    entityId,
    details: { ...details, approvalId: id },
  })
  return true
}

const alreadyPendingError = () =>
  createConflictError(
    'approval_pending',
    'Another change is already waiting for approval. Approve or decline it first.',
  )

/** Creates the error that reports a change as pending approval. Throw it after the approval request was saved. */
export const createPendingApprovalError = (): ApiError =>
  createConflictError(
    'approval_pending',
    'This change requires approval by a second person. It is pending under Approvals for 7 days, and nothing has changed yet.',
  )

export type PendingApproval = Selectable<Approval> & { payload: unknown }

/** Message for an approver who is not independent of the requester. */
const dependentApproverMessage =
  'Within the last 7 days, one of you gave the other access, or the same person gave access to both. Someone else must approve the change.'

/**
 * Returns a pending approval and locks it. Another person with the required role can approve or decline, unless the
 * change affects that person's own account. The requester can only withdraw the request by declining it.
 * @throws {ApiError} 404 if the approval does not exist; 403 if the caller may not decide; 409 if it was decided or has
 * expired
 */
export async function lockPendingApproval(
  ctx: TransactionContext,
  id: string,
  decision: 'approve' | 'decline',
): Promise<PendingApproval> {
  const row = await ctx.db
    .selectFrom('approvals')
    .selectAll()
    .where('approval_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw createNotFoundError({ approval: id })
  if (row.decision || row.expires_at <= ctx.now)
    throw createConflictError('already_decided', `This request was already ${row.decision ?? 'expired'}.`)
  const by = getAccountId(ctx.actor)
  const isRequester = by === row.requested_by
  if (isRequester && decision === 'approve')
    throw createForbiddenError('You requested this change. Someone else must approve it.')
  if (by === row.affected_account_id && !isRequester)
    throw createForbiddenError('This change concerns your own account. Someone else must decide on it.')
  const people = { requesterId: row.requested_by, approverId: by, role: row.required_role }
  if (decision === 'approve' && !(await isIndependentApprover(ctx, people)))
    throw createForbiddenError(dependentApproverMessage)
  if (!isRequester && !(ctx.actor.kind === 'staff' && ctx.actor.roles.has(row.required_role)))
    throw createForbiddenError(`Deciding on this request requires the role ${row.required_role}.`)
  const place = { row: id, column: 'approval_payload' } as const
  return { ...row, payload: JSON.parse(decryptText(ctx.keys.sealing, place, row.payload_sealed)) }
}

/** Records the decision on a locked approval. */
export async function closeApproval(
  ctx: TransactionContext,
  row: PendingApproval,
  decision: 'approved' | 'declined',
): Promise<void> {
  const decided = {
    decision,
    decided_by: getAccountId(ctx.actor),
    decided_by_name: getActorName(ctx.actor),
    decided_at: ctx.now,
  }
  await ctx.db.updateTable('approvals').set(decided).where('approval_id', '=', row.approval_id).execute()
  await writeAuditEntry(ctx, {
    action: decision === 'approved' ? 'approval.approve' : 'approval.decline',
    ...{ entity: 'approval', entityId: row.entity_id },
    details: { approvalId: row.approval_id, requestedBy: row.requested_by_name, changes: row.changes },
  })
}

/** Re-encrypts the payloads of all approval requests with the current (first) encryption key. */
export const reencryptApprovals = (ctx: Pick<Ctx, 'db' | 'keys'>): Promise<void> =>
  reencryptColumn(ctx, { table: 'approvals', id: 'approval_id', column: 'payload_sealed', place: 'approval_payload' })
