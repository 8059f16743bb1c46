import { getSessionFamilyId, saveSessionFamilyIdentification } from '../accounts/identification.ts'
import { endInsuredSessions } from '../accounts/session.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { ApiError, createConflictError, createUnauthorizedError, createUnprocessableError } from '../http/api-error.ts'
import type { Ctx, InsuredActor, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { invalidateInsuredLinks } from '../link-tokens/link-rows.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { updateEmailOnFile } from '../policy/store.ts'
import type { Policy } from '../policy/visibility.ts'
import { checkCode, maxGuesses } from './code/code.ts'
import { createCodeError } from './code/confirm-code.ts'
import { issueCode, toCodeSentResponse } from './code/send-code.ts'
import { countWrongGuess, getCodeHash, lockNewestCode, redeemCode } from './code/store.ts'
import { lockOwnIdentity } from './lock-own-identity.ts'

/**
 * Emails a code to the new address (POL-16). The address on file does not change yet.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the current address is not verified; 422 if
 * it is already the address on file; 429 if codes were requested too often
 */
export const requestOwnEmailChange = (ctx: Ctx, policyNo: string, email: string) =>
  runInTransaction(ctx, async (ctx) => {
    const { policy, actor } = await lockOwnIdentity(ctx, policyNo)
    if (policy.email.toLowerCase() === email.toLowerCase())
      throw createUnprocessableError('nothing_changed', 'email: this is already the address on file.', 'email')
    const familyId = await getSessionFamilyId(ctx.db, actor.sessionId)
    if (!familyId) throw createUnauthorizedError('session without a row')
    const { id, code, until } = await issueCode(ctx, { familyId, policy, sentTo: email, purpose: 'changeEmail' })
    await enqueueEmail(ctx.db, {
      ...{ to: email, toName: policy.insuredName, policyId: policy.policyId, template: 'email-change-code' },
      values: { firstName: policy.firstName || policy.insuredName, code, expiresAt: until.toISOString() },
    })
    await writeAuditEntry(ctx, {
      ...{ action: 'insured.requestEmailChange', entity: 'signingCode', entityId: id, policyId: policy.policyId },
      details: { sentTo: email },
    })
    return toCodeSentResponse(email, until, ctx.now)
  })

async function changeEmail(ctx: TransactionContext, policy: Policy, actor: InsuredActor, to: string, familyId: string) {
  const { policyId, email: before } = policy
  const { identityId } = actor
  const policyNos = await updateEmailOnFile(ctx, identityId, to)
  if (!policyNos) throw createConflictError('already_exists', 'This email address cannot be used. Contact your agency.')
  await ctx.db
    .insertInto('insured_email_changes')
    .values({
      ...{ identity_id: identityId, previous_email: before, new_email: to, trusted_email: before },
      ...{ changed_at: ctx.now, changed_by_name: actor.name },
      // The insured has verified both addresses, so there is no hold (ACC-7).
      ...{ confirmed_at: ctx.now, confirmed_via: 'oldAddress' },
    })
    .execute()
  await invalidateInsuredLinks(ctx.db, identityId, ctx.now)
  await endInsuredSessions(ctx, identityId, familyId)
  const sessions = await saveSessionFamilyIdentification(ctx.db, familyId, { method: 'code', mailbox: to })
  await enqueueEmail(ctx.db, {
    ...{ to: before, toName: policy.insuredName, policyId, template: 'own-email-changed' },
    values: {
      ...{ firstName: policy.firstName || policy.insuredName, policyNo: policy.policyNo },
      changedAt: ctx.now.toISOString(),
    },
  })
  await writeAuditEntry(ctx, {
    ...{ action: 'insured.changeEmail', entity: 'policyholder', entityId: identityId, policyId },
    details: { before, after: to, policyNos, by: 'policyholder' },
  })
  return sessions
}

/**
 * Confirms the code from the new address and changes the address on file (POL-16). Wrong codes are counted even though
 * the request fails.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the current address is not verified; 409 if
 * another insured has the address; 410 if the code expired or was entered incorrectly five times; 422 if it is wrong
 */
export async function confirmOwnEmailChange(ctx: Ctx, policyNo: string, guess: string): Promise<string> {
  const outcome = await runInTransaction(ctx, async (ctx) => {
    const { policy, actor } = await lockOwnIdentity(ctx, policyNo)
    const familyId = await getSessionFamilyId(ctx.db, actor.sessionId)
    if (!familyId) throw createUnauthorizedError('session without a row')
    const sent = await lockNewestCode(ctx.db, familyId, policy.policyId, 'changeEmail')
    const hash = getCodeHash(ctx.keys, familyId, guess)
    const verdict = checkCode(sent, { hash, onFile: sent?.sentTo ?? '', now: ctx.now })
    if (!sent || verdict !== 'right') {
      if (sent && verdict === 'wrong') await countWrongGuess(ctx.db, sent.id)
      return createCodeError(verdict === 'right' ? 'expired' : verdict, maxGuesses - 1 - (sent?.failedAttempts ?? 0))
    }
    await redeemCode(ctx.db, sent.id, ctx.now)
    const sessions = await changeEmail(ctx, policy, actor, sent.sentTo, familyId)
    return { email: sent.sentTo, sessions }
  })
  if (outcome instanceof ApiError) throw outcome
  for (const sessionId of outcome.sessions) ctx.forgetSession(sessionId)
  return outcome.email
}
