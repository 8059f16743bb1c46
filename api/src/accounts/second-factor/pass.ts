import { writeAudit } from '../../audit/audit.ts'
import { ApiError, rejected } from '../../http/api-error.ts'
import type { TransactionContext } from '../../http/context.ts'
import { clearFailedCodes } from '../login-attempts.ts'
import { notifyTwoFactorChanged } from './notify-changed.ts'
import { confirmPending, consumeRecoveryCode, type Holder, isTwoFactorRequired, lockFactor } from './store.ts'

export const wrongCode = () =>
  rejected(
    'wrong_code',
    'code: this is not the current code of your authenticator app or an unused recovery code.',
    'code',
  )

const needed = () =>
  new ApiError({ code: 'second_factor_needed', message: 'Enter the code from your authenticator app.' })
const missing = () =>
  new ApiError({
    code: 'missing_second_factor',
    message: 'Your account requires two-factor authentication. Set it up to log in.',
  })

export interface Passed {
  /** False for an account that has no second factor, and of which none is demanded. */
  passedFactor: boolean
  /** Made by a log-in that has set the factor up. */
  recoveryCodes?: string[]
}

/**
 * What becomes of somebody who has to have a factor and has none: after the password it is set up by a code; a link does not do that.
 * Who only registers an agency has no password yet, and is let in to nothing else.
 */
export type IfMissing = 'set up' | 'refuse' | 'let in'

/**
 * The second step of every way into an account. The code was counted before, outside this transaction, which undoes what it did when it
 * refuses (`recordFailedCode`).
 *
 * @throws 401 `second_factor_needed` or `missing_second_factor`; 422 for a wrong code
 */
export async function verifySecondFactor(
  ctx: TransactionContext,
  holder: Holder & { first_name: string },
  code: string | undefined,
  ifMissing: IfMissing,
): Promise<Passed> {
  const accountId = holder.account_id
  const factor = await lockFactor(ctx, accountId)
  if (factor?.secret) {
    if (!code) throw needed()
    const way = await consumeRecoveryCode(ctx, accountId, factor.secret, code)
    if (!way) throw wrongCode()
    await clearFailedCodes(ctx, holder.email)
    if (way === 'recovery')
      await writeAudit(ctx, { action: 'account.useRecoveryCode', entity: 'account', entityId: accountId })
    return { passedFactor: true }
  }
  if (ifMissing === 'let in' || !(await isTwoFactorRequired(ctx, holder.kind))) return { passedFactor: false }
  if (ifMissing === 'refuse' || !code || !factor?.pending) throw missing()
  const recoveryCodes = await confirmPending(ctx, accountId, factor.pending, code)
  if (!recoveryCodes) throw wrongCode()
  await clearFailedCodes(ctx, holder.email)
  await writeAudit(ctx, { action: 'account.setUpSecondFactor', entity: 'account', entityId: accountId })
  await notifyTwoFactorChanged(ctx, holder, 'set up')
  return { passedFactor: true, recoveryCodes }
}
