import { getSessionFamilyId, saveSessionFamilyIdentification } from '../../accounts/identification.ts'
import { writeAuditEntry } from '../../audit/audit.ts'
import {
  ApiError,
  createForbiddenError,
  createUnauthorizedError,
  createUnprocessableError,
  type ErrorCodeForStatus,
} from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { requirePolicy } from '../../policy/visibility.ts'
import { type CodeCheckResult, checkCode, maxGuesses } from './code.ts'
import { countWrongGuess, getCodeHash, lockNewestCode, redeemCode } from './store.ts'

const createGoneError = (code: ErrorCodeForStatus<410>, message: string) => new ApiError({ code, message })

/** Returns the error for a code that is not the right one. `left` is the number of tries that are left. */
export function createCodeError(verdict: Exclude<CodeCheckResult, 'right'>, left: number): ApiError {
  if (verdict === 'expired') return createGoneError('code_expired', 'This code has expired. Please request a new one.')
  if (verdict === 'blocked' || left === 0)
    return createGoneError('code_blocked', 'The code was entered incorrectly five times. Please request a new one.')
  const tries = left === 1 ? 'one try is' : `${left} tries are`
  return createUnprocessableError('wrong_code', `This code is incorrect; ${tries} left.`, 'code')
}

/**
 * Checks the emailed code that the insured entered. If it is correct, the insured can sign. Wrong guesses are counted
 * even though the request fails.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 410 if the code expired, was used or was guessed
 * wrong five times; 422 if the code is wrong
 */
export async function confirmSigningCode(ctx: Ctx, input: { policyNo: string; code: string }) {
  const { actor } = ctx
  if (actor.kind !== 'insured') throw createForbiddenError()
  const outcome = await runInTransaction(ctx, async (ctx) => {
    const policy = await requirePolicy(ctx, input.policyNo)
    const familyId = await getSessionFamilyId(ctx.db, actor.sessionId)
    if (!familyId) throw createUnauthorizedError('session without a row')
    const sent = await lockNewestCode(ctx.db, familyId, policy.policyId, 'identify')
    const guess = { hash: getCodeHash(ctx.keys, familyId, input.code), onFile: policy.email, now: ctx.now }
    const verdict = checkCode(sent, guess)
    if (verdict === 'wrong' && sent) await countWrongGuess(ctx.db, sent.id)
    const identification = { method: 'code', mailbox: policy.email } as const
    const sessions = verdict === 'right' ? await saveSessionFamilyIdentification(ctx.db, familyId, identification) : []
    if (verdict === 'right' && sent) await redeemCode(ctx.db, sent.id, ctx.now)
    await writeAuditEntry(ctx, {
      action: verdict === 'right' ? 'code.confirm' : 'code.reject',
      entity: 'signingCode',
      entityId: sent?.id ?? 'none',
      policyId: policy.policyId,
      details: { verdict },
    })
    return { verdict, sessions, left: maxGuesses - 1 - (sent?.failedAttempts ?? 0) }
  })
  if (outcome.verdict !== 'right') throw createCodeError(outcome.verdict, outcome.left)
  for (const sessionId of outcome.sessions) ctx.forgetSession(sessionId)
  return { identifiedBy: 'code' as const, confirmedAt: ctx.now.toISOString() }
}
