import type { SecondFactorSecret } from '@tideline/sdk/types'
import { writeAuditEntry } from '../../audit/audit.ts'
import { createConflictError, createUnauthorizedError, createUnprocessableError } from '../../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { readSettings } from '../../settings/settings.ts'
import { checkCredentials } from '../credentials.ts'
import { clearFailedCodes, countCodeAttempt } from '../login-attempts.ts'
import { verifyPassword } from '../password.ts'
import { createTotpSecret, getOtpAuthUri } from './codes.ts'
import { notifyTwoFactorChanged } from './notify-changed.ts'
import {
  confirmPendingSecret,
  consumeCode,
  deleteTwoFactorSecret,
  isTwoFactorRequired,
  lockTwoFactorSecret,
  replaceRecoveryCodes,
  savePendingSecret,
  toTwoFactorResponse,
} from './store.ts'
import { createWrongCodeError } from './verify-two-factor-code.ts'

interface Proof {
  currentPassword: string
  code?: string | undefined
}

const factorNotSetUp = () =>
  createConflictError('second_factor_disabled', 'Two-factor authentication is not set up for this account.')

/** Returns the caller's own account. Throws 401 if the caller has no account. */
async function ownAccount(ctx: Pick<Ctx, 'actor' | 'db'>) {
  const accountId = getAccountId(ctx.actor)
  if (!accountId || !('sessionId' in ctx.actor)) throw createUnauthorizedError()
  const row = await ctx.db
    .selectFrom('accounts')
    .select(['account_id', 'kind', 'email', 'first_name', 'password_hash'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { ...row, sessionId: ctx.actor.sessionId }
}

/**
 * Runs `work` after checking the current password and, if two-factor authentication is set up, a code. The attempt is
 * counted before the check.
 *
 * @throws {ApiError} 422 if the password or code is wrong; 429 after too many attempts
 */
async function withOwnerProof<Result>(
  ctx: Ctx,
  proof: Proof,
  work: (
    ctx: TransactionContext,
    owner: Awaited<ReturnType<typeof ownAccount>>,
    factor: Awaited<ReturnType<typeof lockTwoFactorSecret>>,
  ) => Promise<Result>,
): Promise<Result> {
  const owner = await ownAccount(ctx)
  await countCodeAttempt(ctx, owner.email)
  if (!(await verifyPassword(owner.password_hash, proof.currentPassword)))
    throw createUnprocessableError(
      'wrong_password',
      'currentPassword: this is not your current password.',
      'currentPassword',
    )
  return runInTransaction(ctx, async (ctx) => {
    const factor = await lockTwoFactorSecret(ctx, owner.account_id)
    if (factor?.secret && !(proof.code && (await consumeCode(ctx, owner.account_id, factor.secret, proof.code))))
      throw createWrongCodeError()
    await clearFailedCodes(ctx, owner.email)
    return work(ctx, owner, factor)
  })
}

const audit = (ctx: TransactionContext, action: string, accountId: string) =>
  writeAuditEntry(ctx, { action: `account.${action}`, entity: 'account', entityId: accountId })

async function createPendingFactor(
  ctx: TransactionContext,
  owner: { account_id: string; email: string },
): Promise<SecondFactorSecret> {
  const secret = createTotpSecret()
  await savePendingSecret(ctx, owner.account_id, secret)
  const { brand } = await readSettings(ctx.db, ctx.now)
  return { secret, uri: getOtpAuthUri(secret, brand, owner.email) }
}

export const getOwnTwoFactorStatus = async (ctx: Ctx) => toTwoFactorResponse(ctx, await ownAccount(ctx))

/**
 * Creates a pending two-factor secret for the caller. The current secret stays valid until the caller confirms a code
 * of the new secret.
 * @throws {ApiError} 422 if the password or code is wrong; 429 after too many attempts
 */
export const startTwoFactorSetup = (ctx: Ctx, proof: Proof): Promise<SecondFactorSecret> =>
  withOwnerProof(ctx, proof, (ctx, owner) => createPendingFactor(ctx, owner))

/**
 * Creates a pending two-factor secret for a person whose account requires two-factor authentication but does not have
 * it yet. Counts as a log-in attempt.
 * @throws {ApiError} 401 if the credentials are wrong; 409 if two-factor authentication is already set up or not
 * required; 429 after too many attempts
 */
export async function startTwoFactorSetupAtLogin(ctx: Ctx, given: { email: string; password: string }) {
  const owner = await checkCredentials(ctx, given)
  return runInTransaction(ctx, async (ctx) => {
    const factor = await lockTwoFactorSecret(ctx, owner.account_id)
    if (factor?.secret || !(await isTwoFactorRequired(ctx, owner.kind)))
      throw createConflictError(
        'second_factor_enabled',
        'Two-factor authentication is already set up or not required for this account. Log in.',
      )
    return createPendingFactor(ctx, owner)
  })
}

/**
 * Turns on two-factor authentication after checking a code of the pending secret. The current session becomes verified,
 * and all other sessions of the account end.
 * @returns the recovery codes, which are shown only once
 * @throws {ApiError} 409 if there is no pending secret; 422 if the code is wrong; 429 after too many attempts
 */
export async function confirmTwoFactorSetup(ctx: Ctx, code: string): Promise<string[]> {
  const owner = await ownAccount(ctx)
  await countCodeAttempt(ctx, owner.email)
  return runInTransaction(ctx, async (ctx) => {
    const factor = await lockTwoFactorSecret(ctx, owner.account_id)
    if (!factor?.pending) throw createConflictError('second_factor_disabled', 'Request a new secret first.')
    const codes = await confirmPendingSecret(ctx, owner.account_id, factor.pending, code)
    if (!codes) throw createWrongCodeError()
    await clearFailedCodes(ctx, owner.email)
    await markPassed(ctx, owner.account_id, owner.sessionId)
    await audit(ctx, 'setUpSecondFactor', owner.account_id)
    await notifyTwoFactorChanged(ctx, owner, 'set up')
    return codes
  })
}

/** Marks all sessions of this log-in as verified and ends the account's other sessions. */
async function markPassed(ctx: TransactionContext, accountId: string, sessionId: string): Promise<void> {
  const family = ctx.db.selectFrom('sessions').select('family_id').where('session_id', '=', sessionId)
  await ctx.db.updateTable('sessions').set({ passed_two_factor: true }).where('family_id', '=', family).execute()
  const ended = await ctx.db
    .updateTable('sessions')
    .set({ revoked_at: ctx.now })
    .where('account_id', '=', accountId)
    .where('family_id', '<>', family)
    .where('revoked_at', 'is', null)
    .returning('session_id')
    .execute()
  for (const { session_id } of ended) ctx.forgetSession(session_id)
}

/**
 * Creates ten new recovery codes. The old ones no longer work.
 *
 * @throws {ApiError} 409 if two-factor authentication is not set up; 422 if the password or code is wrong; 429 after
 * too many attempts
 */
export const renewRecoveryCodes = (ctx: Ctx, proof: Proof): Promise<string[]> =>
  withOwnerProof(ctx, proof, async (ctx, owner, factor) => {
    if (!factor?.secret) throw factorNotSetUp()
    await audit(ctx, 'renewRecoveryCodes', owner.account_id)
    return replaceRecoveryCodes(ctx, owner.account_id)
  })

/**
 * Turns off the caller's two-factor authentication.
 *
 * @throws {ApiError} 409 if it is required or not set up; 422 if the password or code is wrong; 429 after too many
 * attempts
 */
export const disableTwoFactor = (ctx: Ctx, proof: Proof): Promise<void> =>
  withOwnerProof(ctx, proof, async (ctx, owner, factor) => {
    if (!factor?.secret) throw factorNotSetUp()
    if (await isTwoFactorRequired(ctx, owner.kind))
      throw createConflictError(
        'second_factor_mandatory',
        'This account requires two-factor authentication. Set up another device instead.',
      )
    await deleteTwoFactorSecret(ctx, owner.account_id)
    await audit(ctx, 'removeSecondFactor', owner.account_id)
    await notifyTwoFactorChanged(ctx, owner, 'turned off')
  })
