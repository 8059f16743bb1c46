import { isIndependentApprover } from '../approvals/independent-approver.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError } from '../http/api-error.ts'
import { type Actor, getAccountId, getActorName, type TransactionContext } from '../http/context.ts'
import { requiresSecondPerson } from '../payments/checks/second-person.ts'
import type { CheckAllocation } from './item.ts'

interface Proposed {
  lockbox_item_id: string
  amount_cents: number
  proposed_parts: unknown
  proposed_by: string | null
}

/** Returns a key that identifies a person, for approvals by two people. */
export const getPersonKey = (actor: Actor): string => getAccountId(actor) ?? getActorName(actor)

const getKey = (parts: readonly CheckAllocation[]) =>
  parts
    .map(({ policyNo, amountCents }) => `${policyNo}:${amountCents}`)
    .sort()
    .join()

/**
 * Returns true if a check can be applied: it is below the limit, or an independent person made the same proposal before
 * (LBX-6, ACC-17). Otherwise, stores the proposal for a second person. Call it with the item locked. Throws 409 if the
 * caller is not independent of the person who made the same proposal before.
 */
export async function confirmOrProposeCheck(
  ctx: TransactionContext,
  item: Proposed,
  parts: readonly CheckAllocation[],
): Promise<boolean> {
  if (!(await requiresSecondPerson(ctx, item.amount_cents))) return true
  const by = getPersonKey(ctx.actor)
  const before = item.proposed_parts as CheckAllocation[] | null
  if (before && getKey(before) === getKey(parts)) {
    const people = { requesterId: item.proposed_by, approverId: by, role: 'financeadmin' }
    if (await isIndependentApprover(ctx, people)) return true
    throw createConflictError(
      'requires_second_person',
      'A check of this size is applied after a second person who is independent of you confirms it.',
    )
  }
  await ctx.db
    .updateTable('lockbox_items')
    .set({
      proposed_parts: JSON.stringify(parts),
      proposed_by: by,
      proposed_by_name: getActorName(ctx.actor),
      proposed_at: ctx.now,
    })
    .where('lockbox_item_id', '=', item.lockbox_item_id)
    .execute()
  await writeAuditEntry(ctx, {
    action: 'lockbox.propose',
    entity: 'lockboxItem',
    entityId: item.lockbox_item_id,
    details: { parts },
  })
  return false
}
