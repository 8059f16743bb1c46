import { endInsuredSessions } from '../accounts/session.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError, createForbiddenError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, isInternal } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { invalidateInsuredLinks } from '../link-tokens/link-rows.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { updateEmailOnFile } from '../policy/store.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { lockIdentity } from './code/store.ts'
import { findLastEmailChange, getTrustedEmail } from './email-changes.ts'

/**
 * Changes the insured's email address on file and notifies the previous address. Ends the insured's sessions and links.
 * The new address can receive codes after 72 hours or once it is confirmed (ACC-7).
 * @throws {ApiError} 409 if another insured with the same phone number has the address; 422 if the new address is
 * already the address on file
 */
export const changeInsuredEmail = (ctx: Ctx, policyNo: string, email: string): Promise<string> =>
  runInTransaction(ctx, async (ctx) => {
    // Locks the identity before its policies. Concurrent changes through two policies then run one after the other.
    await lockIdentity(ctx.db, (await requirePolicy(ctx, policyNo)).identityId)
    return changeLockedEmail(ctx, policyNo, email)
  })

const changeLockedEmail = (ctx: Ctx, policyNo: string, email: string): Promise<string> =>
  changePolicy(ctx, policyNo, 'changeInsuredEmail', async (ctx, policy) => {
    const { policyId, identityId, email: before } = policy
    if (!isInternal(ctx.actor)) throw createForbiddenError()
    if (before.toLowerCase() === email.toLowerCase())
      throw createUnprocessableError('nothing_changed', 'email: this is already the address on file.', 'email')
    const trusted = getTrustedEmail(await findLastEmailChange(ctx.db, identityId), before, ctx.now)
    const policyNos = await updateEmailOnFile(ctx, identityId, email)
    if (!policyNos)
      throw createConflictError('already_exists', 'Another insured has this phone number and this email address.')
    await ctx.db
      .insertInto('insured_email_changes')
      .values({
        identity_id: identityId,
        previous_email: before,
        new_email: email,
        trusted_email: trusted,
        changed_at: ctx.now,
        changed_by_account_id: ctx.actor.accountId,
        changed_by_name: ctx.actor.name,
      })
      .execute()
    // Invalidates the links before ending the sessions. Invalidation waits for a log-in in progress, which holds the
    // lock on its link. The session of that log-in is then ended, too.
    await invalidateInsuredLinks(ctx.db, identityId, ctx.now)
    await endInsuredSessions(ctx, identityId)
    const earlier = new Set([before, trusted].map((address) => address.toLowerCase()))
    earlier.delete(email.toLowerCase())
    for (const to of earlier)
      await enqueueEmail(ctx.db, {
        to,
        toName: policy.insuredName,
        policyId,
        template: 'email-changed',
        values: { firstName: policy.firstName || policy.insuredName, policyNo, changedAt: ctx.now.toISOString() },
      })
    await writeAuditEntry(ctx, {
      action: 'insured.changeEmail',
      entity: 'policyholder',
      entityId: identityId,
      policyId,
      details: { before, after: email, policyNos },
    })
    return email
  })
