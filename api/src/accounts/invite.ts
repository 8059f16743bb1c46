import type { Insertable } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { Account } from '../db/schema.ts'
import { createConflictError } from '../http/api-error.ts'
import type { TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { createLinkToken } from '../link-tokens/create-link.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'

/** Lifetime of the link in an invitation, in milliseconds. Afterward, the person can request a password reset. */
const invitationMs = 7 * 86_400_000

type Field = 'email' | 'Email'

/**
 * Creates an account without a password.
 *
 * @throws 409 if the email address is in use
 */
export async function insertAccount(ctx: TransactionContext, person: Insertable<Account>, field: Field = 'email') {
  const account = await ctx.db
    .insertInto('accounts')
    .values(person)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['account_id', 'email', 'first_name'])
    .executeTakeFirst()
  if (!account)
    throw createConflictError('already_exists', `${field}: an account with this email address already exists.`, field)
  await writeAuditEntry(ctx, {
    action: 'account.create',
    entity: 'account',
    entityId: account.account_id,
    details: { email: account.email, kind: person.kind, roles: person.roles ?? [] },
  })
  return account
}

/** Creates a link for the account's owner to set a password. The link works once and expires after seven days. */
export async function createPasswordLink(ctx: TransactionContext, account: { account_id: string; email: string }) {
  const link = { kind: 'reset', accountId: account.account_id, lifeMs: invitationMs, emailedTo: account.email } as const
  const { token, expiresAt } = await createLinkToken(ctx, link)
  return { link: `${getPublicUrl(ctx.config)}/login/reset/${encodeURIComponent(token)}`, expiresAt }
}

/**
 * Creates an account without a password and emails a link to set one.
 *
 * @returns the account id
 * @throws 409 if the email address is in use
 */
export async function inviteAccount(
  ctx: TransactionContext,
  person: Insertable<Account>,
  company: string,
  field?: Field,
): Promise<string> {
  const account = await insertAccount(ctx, person, field)
  const { link, expiresAt } = await createPasswordLink(ctx, account)
  await enqueueEmail(ctx.db, {
    to: account.email,
    template: 'account-invited',
    values: { firstName: account.first_name ?? '', company, link, expiresAt: expiresAt.toISOString() },
  })
  return account.account_id
}
