import { findPasswordProblems } from '@tideline/sdk/words'
import { sql, type Transaction } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { DB } from '../db/schema.ts'
import { ApiError, createNotFoundError, createUnauthorizedError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { invalidateAccountLinks } from '../link-tokens/link-rows.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { clearAllFailedAttempts } from './login-attempts.ts'
import { hashPassword, verifyPassword } from './password.ts'

interface Owner {
  account_id: string
  email: string
  first_name: string
  password_hash: string | null
}

/** Returns an account with its password hash and locks its row. */
export const lockAccountRow = (trx: Transaction<DB>, accountId: string): Promise<Owner | undefined> =>
  trx
    .selectFrom('accounts')
    .select(['account_id', 'email', 'first_name', 'password_hash'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

export interface NewPassword {
  newPassword: string
  /** The new password, typed a second time. */
  confirmation?: string | undefined
}

const invalid = (field: keyof NewPassword, problem: string) =>
  new ApiError({ code: 'invalid_value', message: `${field}: ${problem}.`, field })

/** Checks the password rules that a single pattern cannot express. Throws 400, like the contract's validation. */
function checkPassword({ newPassword, confirmation }: NewPassword) {
  const [problem] = findPasswordProblems(newPassword)
  if (problem) throw invalid('newPassword', problem)
  if (confirmation !== undefined && confirmation !== newPassword)
    throw invalid('confirmation', 'The passwords must match')
}

/**
 * Stores a new password and notifies the owner by email. Ends all other sessions of the account and invalidates its
 * links for setting a password. Keeps `exceptSession` and the sessions of its log-in.
 * @throws {ApiError} 400 if the password is invalid
 */
export async function setPassword(ctx: TransactionContext, owner: Owner, input: NewPassword, exceptSession?: string) {
  checkPassword(input)
  await ctx.db
    .updateTable('accounts')
    .set({ password_hash: await hashPassword(input.newPassword) })
    .where('account_id', '=', owner.account_id)
    .execute()
  const { rows } = await sql<{ session_id: string }>`
    update sessions set revoked_at = ${ctx.now}
    where account_id = ${owner.account_id} and revoked_at is null and family_id is distinct from (
      select family_id from sessions where session_id = ${exceptSession ?? null}::uuid)
    returning session_id`.execute(ctx.db)
  for (const row of rows) ctx.forgetSession(row.session_id)
  await invalidateAccountLinks(ctx.db, owner.account_id, 'reset', ctx.now)
  await clearAllFailedAttempts(ctx, owner.email)
  await enqueueEmail(ctx.db, {
    to: owner.email,
    template: 'password-changed',
    values: { firstName: owner.first_name, changedAt: ctx.now.toISOString() },
  })
}

/**
 * Changes the caller's own password and ends the caller's other sessions.
 *
 * @throws {ApiError} 422 if the current password is wrong or equals the new one
 */
export const changePassword = (ctx: Ctx, input: NewPassword & { currentPassword: string }): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const accountId = getAccountId(ctx.actor)
    const owner = accountId ? await lockAccountRow(ctx.db, accountId) : undefined
    if (!owner || !('sessionId' in ctx.actor)) throw createUnauthorizedError()
    if (!(await verifyPassword(owner.password_hash, input.currentPassword)))
      throw createUnprocessableError(
        'wrong_password',
        'currentPassword: this is not your current password.',
        'currentPassword',
      )
    if (input.newPassword === input.currentPassword)
      throw createUnprocessableError(
        'same_password',
        'newPassword: choose a password that differs from your current one.',
        'newPassword',
      )
    await setPassword(ctx, owner, input, ctx.actor.sessionId)
    await writeAuditEntry(ctx, { action: 'account.changePassword', entity: 'account', entityId: owner.account_id })
  })

/**
 * Resets the password of another account and ends all its sessions (ACC-14).
 * @throws {ApiError} 404 if the account does not exist; 422 for the caller's own account, which requires the current
 * password
 */
export const resetAccountPassword = (ctx: Ctx, accountId: string, input: NewPassword): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    if (getAccountId(ctx.actor) === accountId)
      throw createUnprocessableError(
        'own_account',
        'agentId: to change your own password, enter your current password.',
        'agentId',
      )
    const owner = await lockAccountRow(ctx.db, accountId)
    if (!owner) throw createNotFoundError({ accountId })
    await setPassword(ctx, owner, input)
    await writeAuditEntry(ctx, { action: 'account.resetPassword', entity: 'account', entityId: accountId })
  })
