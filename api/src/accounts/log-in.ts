import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { checkCredentials } from './credentials.ts'
import { countCodeAttempt } from './login-attempts.ts'
import { openSession } from './session.ts'
import { verifyTwoFactorCode } from './two-factor/verify-two-factor-code.ts'

/**
 * Logs an agent or a staff member in with email and password, and with a code if two-factor authentication is set up.
 * Opens the session only after all checks pass.
 *
 * @throws {ApiError} 401 if the credentials are wrong or two-factor authentication is required; 422 if the code is
 * wrong; 429 after too many attempts
 */
export async function logIn(ctx: Ctx, input: { email: string; password: string; code?: string | undefined }) {
  const account = await checkCredentials(ctx, input)
  if (input.code) await countCodeAttempt(ctx, account.email)
  return runInTransaction(ctx, async (ctx) => {
    const { passedTwoFactor, recoveryCodes } = await verifyTwoFactorCode(ctx, account, input.code, 'set up')
    await ctx.db
      .updateTable('accounts')
      .set({ last_login_at: ctx.now })
      .where('account_id', '=', account.account_id)
      .execute()
    const session = await openSession(ctx, { accountId: account.account_id, passedTwoFactor })
    return recoveryCodes ? { ...session, recoveryCodes } : session
  })
}
