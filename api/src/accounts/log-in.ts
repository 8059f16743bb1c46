import type { Ctx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { Refusal } from '../http/refusal.ts'
import { countTry, forgetTries } from './login-tries.ts'
import { passwordFits } from './password.ts'
import { openSession } from './session.ts'

const wrong = () => new Refusal({ code: 'wrong_credentials', message: 'The email or the password is not right.' })

/**
 * Signs an agent or a member of staff in. An unknown email, a wrong password and a locked account get the same answer
 * for the same work, so that not even the time tells them apart. Tries are counted by address, whoever's it is.
 *
 * @throws 401; 429 once an address was tried too often
 */
export async function logIn(ctx: Ctx, input: { email: string; password: string }) {
  await countTry(ctx, input.email)
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['account_id', 'password_hash', 'is_active'])
    .where('email', '=', input.email)
    .executeTakeFirst()
  const fits = await passwordFits(account?.password_hash, input.password)
  if (!account || !fits || !account.is_active) throw wrong()
  return inTransaction(ctx, async (ctx) => {
    await ctx.db
      .updateTable('accounts')
      .set({ last_login_at: ctx.now })
      .where('account_id', '=', account.account_id)
      .execute()
    await forgetTries(ctx.db, input.email, ctx.now)
    return openSession(ctx, { accountId: account.account_id })
  })
}
