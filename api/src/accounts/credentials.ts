import { ApiError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { clearFailedLogins, countLoginAttempt } from './login-attempts.ts'
import { verifyPassword } from './password.ts'

const wrong = () => new ApiError({ code: 'wrong_credentials', message: 'The email or password is incorrect.' })

/**
 * Returns the account with this email address and password. Neither the response nor its timing reveals the cause of a
 * failure: an unknown email, a wrong password or a deactivated account. Attempts are counted even for unknown email
 * addresses.
 * @throws {ApiError} 401 if the credentials are wrong; 429 after too many attempts with the same email address
 */
export async function checkCredentials(ctx: Ctx, input: { email: string; password: string }) {
  await countLoginAttempt(ctx, input.email)
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['account_id', 'kind', 'email', 'first_name', 'password_hash', 'is_active'])
    .where('email', '=', input.email)
    .executeTakeFirst()
  const fits = await verifyPassword(account?.password_hash, input.password)
  if (!account || !fits || !account.is_active) throw wrong()
  await clearFailedLogins(ctx, account.email)
  return account
}
