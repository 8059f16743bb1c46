import { isIndependentApprover } from '../approvals/independent-approver.ts'
import { getAccountId } from '../http/context.ts'
import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { findLastEmailChange, getEmailHoldEnd } from './email-changes.ts'

/** Returns the insured's email address on file and the change on hold, if any. */
export const getInsuredEmail: Handler<'getInsuredEmail'> = async (ctx, { path }) => {
  const { email, identityId } = await requirePolicy(ctx, path.policyNo)
  const change = await findLastEmailChange(ctx.db, identityId)
  const holdEnd = getEmailHoldEnd(change, ctx.now)
  if (!change || !holdEnd) return ok({ email: email || null, pendingChange: null })
  const people = {
    requesterId: change.changed_by_account_id,
    approverId: getAccountId(ctx.actor),
    role: 'internal',
  }
  return ok({
    email: email || null,
    pendingChange: {
      previousEmail: change.previous_email || null,
      changedAt: change.changed_at.toISOString(),
      changedByUserName: change.changed_by_name,
      codesFrom: holdEnd.toISOString(),
      canConfirm: await isIndependentApprover(ctx, people),
    },
  })
}
