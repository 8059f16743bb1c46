import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getAccountId, type TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { endAccountSessions } from './account-sessions.ts'
import { lockAccountRow } from './change-password.ts'
import { clearAllFailedAttempts } from './login-attempts.ts'
import { notifyTwoFactorChanged } from './two-factor/notify-changed.ts'
import { deleteTwoFactorSecret, lockTwoFactorSecret } from './two-factor/store.ts'

const audit = (ctx: TransactionContext, action: string, accountId: string, reason: string) =>
  writeAuditEntry(ctx, {
    action: `account.${action}`,
    entity: 'account',
    entityId: accountId,
    details: { reason: reason.trim() },
  })

/**
 * Removes two-factor authentication from the account of a person who lost their device, and ends all sessions of the
 * account.
 *
 * @throws {ApiError} 404 if the account does not exist; 409 if two-factor authentication is not set up; 422 if the
 * caller owns the account
 */
export const resetTwoFactor = (ctx: Ctx, accountId: string, reason: string): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    if (getAccountId(ctx.actor) === accountId)
      throw createUnprocessableError(
        'own_account',
        'agentId: another administrator must do this for your account.',
        'agentId',
      )
    const owner = await lockAccountRow(ctx.db, accountId)
    if (!owner) throw createNotFoundError({ accountId })
    if (!(await lockTwoFactorSecret(ctx, accountId)))
      throw createConflictError('second_factor_disabled', 'Two-factor authentication is not set up for this account.')
    await deleteTwoFactorSecret(ctx, accountId)
    await endAccountSessions(ctx, accountId)
    await audit(ctx, 'resetSecondFactor', accountId, reason)
    await notifyTwoFactorChanged(ctx, owner, 'reset')
  })

/**
 * Unlocks an account by deleting all failed password and two-factor attempts for the account's email address.
 * @throws {ApiError} 404 if the account does not exist
 */
export const unlockAccount = (ctx: Ctx, accountId: string, reason: string): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const owner = await lockAccountRow(ctx.db, accountId)
    if (!owner) throw createNotFoundError({ accountId })
    await clearAllFailedAttempts(ctx, owner.email)
    await audit(ctx, 'unlock', accountId, reason)
  })
