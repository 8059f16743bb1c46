import { writeAuditEntry } from '../../audit/audit.ts'
import { ApiError, createUnprocessableError } from '../../http/api-error.ts'
import type { TransactionContext } from '../../http/context.ts'
import { clearFailedCodes } from '../login-attempts.ts'
import { notifyTwoFactorChanged } from './notify-changed.ts'
import {
  confirmPendingSecret,
  consumeCode,
  isTwoFactorRequired,
  lockTwoFactorSecret,
  type TwoFactorOwner,
} from './store.ts'

export const createWrongCodeError = () =>
  createUnprocessableError(
    'wrong_code',
    'code: this is not the current code of your authenticator app or an unused recovery code.',
    'code',
  )

const createMissingCodeError = () =>
  new ApiError({ code: 'missing_second_factor_code', message: 'Enter the code from your authenticator app.' })
const createNotSetUpError = () =>
  new ApiError({
    code: 'second_factor_not_set_up',
    message: 'Your account requires two-factor authentication. Set it up to log in.',
  })

export interface TwoFactorResult {
  /** Whether the session passed two-factor authentication. False if the account neither has nor requires it. */
  passedTwoFactor: boolean
  /** New recovery codes, present if this log-in set up two-factor authentication. */
  recoveryCodes?: string[]
}

/**
 * What to do if two-factor authentication is required but not set up. `set up`: the person can complete the setup with
 * a code of the pending secret. `reject`: the log-in is rejected. `let in`: the log-in is accepted. People who register
 * an agency have no password yet.
 */
export type MissingTwoFactorPolicy = 'set up' | 'reject' | 'let in'

/**
 * Verifies the two-factor code of a log-in. The caller must count the attempt first, in a separate transaction: an
 * error rolls this transaction back.
 * @throws {ApiError} 401 `missing_second_factor_code` or `second_factor_not_set_up`; 422 if the code is wrong
 */
export async function verifyTwoFactorCode(
  ctx: TransactionContext,
  holder: TwoFactorOwner & { first_name: string },
  code: string | undefined,
  ifMissing: MissingTwoFactorPolicy,
): Promise<TwoFactorResult> {
  const accountId = holder.account_id
  const factor = await lockTwoFactorSecret(ctx, accountId)
  if (factor?.secret) {
    if (!code) throw createMissingCodeError()
    const codeType = await consumeCode(ctx, accountId, factor.secret, code)
    if (!codeType) throw createWrongCodeError()
    await clearFailedCodes(ctx, holder.email)
    if (codeType === 'recovery')
      await writeAuditEntry(ctx, { action: 'account.useRecoveryCode', entity: 'account', entityId: accountId })
    return { passedTwoFactor: true }
  }
  if (ifMissing === 'let in' || !(await isTwoFactorRequired(ctx, holder.kind))) return { passedTwoFactor: false }
  if (ifMissing === 'reject' || !code || !factor?.pending) throw createNotSetUpError()
  const recoveryCodes = await confirmPendingSecret(ctx, accountId, factor.pending, code)
  if (!recoveryCodes) throw createWrongCodeError()
  await clearFailedCodes(ctx, holder.email)
  await writeAuditEntry(ctx, { action: 'account.setUpSecondFactor', entity: 'account', entityId: accountId })
  await notifyTwoFactorChanged(ctx, holder, 'set up')
  return { passedTwoFactor: true, recoveryCodes }
}
