import { writeAuditEntry } from '../../audit/audit.ts'
import { getAccountId, getActorName, isInternal, type TransactionContext } from '../../http/context.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import type { Policy } from '../../policy/visibility.ts'
import type { ClosedMortgageeChange } from './emails.ts'
import { mortgageeChangeClosedEvent } from './events.ts'
import { findOpenMortgageeChange } from './mortgagee-change.ts'

/**
 * Closes an open request, publishes the event and notifies the parties. Call it with the policy locked.
 *
 * @param policyTransactionId the endorsement of an approval
 */
export async function closeMortgageeChange(
  ctx: TransactionContext,
  closed: ClosedMortgageeChange & { policyTransactionId?: string },
): Promise<void> {
  const { change, status, reason, policyTransactionId } = closed
  const isDecision = status === 'approved' || status === 'rejected'
  await ctx.db
    .updateTable('mortgagee_changes')
    .set({
      ...{ status, decided_at: ctx.now, reason: reason ?? null, policy_transaction_id: policyTransactionId ?? null },
      decided_by_account_id: (isDecision && getAccountId(ctx.actor)) || null,
      decided_by_name: isDecision && isInternal(ctx.actor) ? getActorName(ctx.actor) : null,
    })
    .where('mortgagee_change_id', '=', change.id)
    .execute()
  await publishEvent(ctx, mortgageeChangeClosedEvent, closed)
  await writeAuditEntry(ctx, {
    ...{ action: 'mortgageeChange.close', entity: 'mortgageeChange', entityId: change.id, policyId: change.policyId },
    details: { status, ...(reason && { reason }), ...(policyTransactionId && { policyTransactionId }) },
  })
}

/**
 * Closes the open request for a policy, if any, because staff changed the lienholders in another way or the policy ended
 * (POL-20). Call it with the policy locked.
 */
export async function closeOpenMortgageeChange(
  ctx: TransactionContext,
  policy: Policy,
  status: 'superseded' | 'policyEnded',
): Promise<void> {
  const change = await findOpenMortgageeChange(ctx.db, policy.policyId)
  if (change) await closeMortgageeChange(ctx, { policy, change, status })
}
