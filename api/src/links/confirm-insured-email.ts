import { isIndependentApprover } from '../approvals/independent-approver.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError, createForbiddenError } from '../http/api-error.ts'
import { type Ctx, isInternal } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { lockIdentity } from './code/store.ts'
import { findLastEmailChange, getEmailHoldEnd } from './email-changes.ts'

/**
 * Confirms a changed email address after staff called the insured's phone number on file. The address can then receive
 * codes immediately (ACC-7).
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 for a person who is not independent of the person who changed the address (ACC-17); 409 if
 * the address is not on hold
 */
export const confirmInsuredEmail = (
  ctx: Ctx,
  policyNo: string,
  { reason, reference }: { reason: string; reference: string },
): Promise<string> =>
  runInTransaction(ctx, async (ctx) => {
    const { actor, now } = ctx
    if (!isInternal(actor)) throw createForbiddenError()
    const { identityId, policyId } = await requirePolicy(ctx, policyNo)
    await lockIdentity(ctx.db, identityId)
    const change = await findLastEmailChange(ctx.db, identityId)
    if (!change || !getEmailHoldEnd(change, now))
      throw createConflictError('nothing_to_change', 'The email address on file does not need confirmation.')
    const people = { requesterId: change.changed_by_account_id, approverId: actor.accountId, role: 'internal' }
    if (!(await isIndependentApprover(ctx, people)))
      throw createForbiddenError(
        'Another staff member must call the insured and confirm it: someone who is independent of the person who changed it.',
      )
    await ctx.db
      .updateTable('insured_email_changes')
      .set({
        confirmed_at: now,
        confirmed_via: 'phone',
        confirmed_by_account_id: actor.accountId,
        confirmed_by_name: actor.name,
        confirmation_reason: reason,
        confirmation_reference: reference,
      })
      .where('insured_email_change_id', '=', change.insured_email_change_id)
      .execute()
    await writeAuditEntry(ctx, {
      action: 'insured.confirmEmail',
      entity: 'policyholder',
      entityId: identityId,
      policyId,
      details: { email: change.new_email, changedBy: change.changed_by_name, reason, reference },
    })
    return change.new_email
  })
