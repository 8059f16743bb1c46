import { writeAuditEntry } from '../audit/audit.ts'
import { ApiError, createUnprocessableError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { createLinkToken } from '../link-tokens/create-link.ts'
import { lockLink } from '../link-tokens/link-rows.ts'
import { decryptLinkToken } from '../link-tokens/link-token.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'
import { lockAccountRow, type NewPassword, setPassword } from './change-password.ts'

/** Lifetime of a password reset link, in milliseconds. */
const resetMs = 60 * 60 * 1000

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'mail-password-reset': { email: string }
  }
}

/**
 * Accepts a password reset request. A job looks up the account later, so the response does not reveal whether the
 * account exists.
 */
export async function requestPasswordReset(ctx: Ctx, email: string): Promise<void> {
  await runInTransaction(ctx, (ctx) => enqueueJob(ctx.db, 'mail-password-reset', { email }, { maxAttempts: 5 }))
}

/**
 * Emails a link to set a password, if the account is active. The link works once and expires after an hour. Runs as a
 * job.
 */
export async function sendPasswordResetEmail(ctx: Ctx, email: string): Promise<void> {
  const account = await ctx.db
    .selectFrom('accounts')
    .select(['account_id', 'email', 'first_name'])
    .where('email', '=', email)
    .where('is_active', '=', true)
    .executeTakeFirst()
  if (!account) return
  await runInTransaction(ctx, async (ctx) => {
    const link = { kind: 'reset', accountId: account.account_id, lifeMs: resetMs, emailedTo: account.email } as const
    const { token, expiresAt } = await createLinkToken(ctx, link)
    await enqueueEmail(ctx.db, {
      to: account.email,
      template: 'password-reset',
      values: {
        firstName: account.first_name,
        link: `${getPublicUrl(ctx.config)}/login/reset/${encodeURIComponent(token)}`,
        expiresAt: expiresAt.toISOString(),
      },
    })
  })
}

const createExpiredLinkError = () =>
  new ApiError({ code: 'gone', message: 'This link has expired or was already used. Please request a new one.' })

/**
 * Sets the password with the token from the email. Ends all sessions of the account and invalidates its other reset
 * links.
 *
 * @throws {ApiError} 410 if the link was used or has expired; 422 if the token is invalid
 */
export async function resetPassword(ctx: Ctx, input: NewPassword & { token: string }): Promise<void> {
  const opened = await decryptLinkToken(ctx.keys.linkToken, input.token, ctx.now)
  if (!opened.ok && opened.reason === 'expired') throw createExpiredLinkError()
  if (!opened.ok || opened.claims.kind !== 'reset')
    throw createUnprocessableError('invalid_token', 'token: this link is not valid.', 'token')
  const { id } = opened.claims
  await runInTransaction(ctx, async (ctx) => {
    const link = await lockLink(ctx.db, id)
    const owner = link?.accountId ? await lockAccountRow(ctx.db, link.accountId) : undefined
    if (!owner || link?.isSpent) throw createExpiredLinkError()
    await setPassword(ctx, owner, input)
    await writeAuditEntry(ctx, { action: 'account.resetByLink', entity: 'account', entityId: owner.account_id })
  })
}
