import { randomInt } from 'node:crypto'
import { getSessionFamilyId } from '../../accounts/identification.ts'
import { writeAuditEntry } from '../../audit/audit.ts'
import { ApiError, createConflictError, createForbiddenError, createUnauthorizedError } from '../../http/api-error.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { findLastEmailChange, getEmailHoldEnd } from '../email-changes.ts'
import { codeLifetimeMs, getResendDelayMs, maskEmail, minResendDelayMs } from './code.ts'
import { type CodePurpose, getCodeHash, getSentTimes, lockIdentity, saveCode } from './store.ts'

const createTooSoonError = (waitMs: number) => {
  const seconds = Math.ceil(waitMs / 1000)
  return new ApiError({
    code: 'already_sent',
    message:
      waitMs > minResendDelayMs
        ? 'We have sent many codes for this policy today. Please use the link in one of our emails, or call us.'
        : `We have emailed you a code. You can request another one in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  })
}

const emailOnHold = (until: Date, policy: Policy) => {
  const timeZone = policy.timeZone ?? 'America/New_York'
  const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(until)
  return createConflictError(
    'email_on_hold',
    `Your email address was changed recently. For your protection, we cannot email codes to it until ${time}. To get a code sooner, contact your agency: we can confirm the address by calling the phone number on file.`,
  )
}

/**
 * Emails a one-time code to the address on file. An insured needs it to sign after logging in with a link that others
 * could have seen (SIGN-4). An earlier code of the session becomes invalid.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 409 if a changed address is on hold (ACC-7); 429
 * within a minute of the last code or after ten codes in a day
 */
export async function sendSigningCode(ctx: Ctx, policyNo: string) {
  return runInTransaction(ctx, async (ctx) => {
    const { actor, now } = ctx
    if (actor.kind !== 'insured') throw createForbiddenError()
    const policy = await requirePolicy(ctx, policyNo)
    const familyId = await getSessionFamilyId(ctx.db, actor.sessionId)
    if (!familyId) throw createUnauthorizedError('session without a row')
    await lockIdentity(ctx.db, actor.identityId)
    const hold = getEmailHoldEnd(await findLastEmailChange(ctx.db, policy.identityId), now)
    if (hold) throw emailOnHold(hold, policy)
    const { id, code, until } = await issueCode(ctx, { familyId, policy, sentTo: policy.email, purpose: 'identify' })
    await enqueueEmail(ctx.db, {
      to: policy.email,
      toName: policy.insuredName,
      policyId: policy.policyId,
      template: 'signing-code',
      values: {
        firstName: policy.firstName || policy.insuredName,
        policyNo: policy.policyNo,
        code,
        expiresAt: until.toISOString(),
      },
    })
    await writeAuditEntry(ctx, {
      action: 'code.send',
      entity: 'signingCode',
      entityId: id,
      policyId: policy.policyId,
      details: { sentTo: policy.email },
    })
    return toCodeSentResponse(policy.email, until, now)
  })
}

/** Returns the response about a code that was sent. */
export const toCodeSentResponse = (sentTo: string, until: Date, now: Date) => ({
  sentTo: maskEmail(sentTo),
  expiresAt: until.toISOString(),
  resendAt: new Date(now.getTime() + minResendDelayMs).toISOString(),
})

/**
 * Creates and stores a code. The identity must be locked, so that codes are counted one at a time.
 * @throws {ApiError} 429 within a minute of the policy's last code or after ten codes in a day
 */
export async function issueCode(
  { db, keys, now }: Pick<TransactionContext, 'db' | 'keys' | 'now'>,
  request: { familyId: string; policy: Policy; sentTo: string; purpose: CodePurpose },
) {
  const { familyId, policy, sentTo, purpose } = request
  const wait = getResendDelayMs(await getSentTimes(db, policy.policyId), now)
  if (wait > 0) throw createTooSoonError(wait)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const until = new Date(now.getTime() + codeLifetimeMs)
  const { signing_code_id: id } = await saveCode(db, {
    ...{ familyId, identityId: policy.identityId, policyId: policy.policyId, sentTo, purpose, now, until },
    hash: getCodeHash(keys, familyId, code),
  })
  return { id, code, until }
}
