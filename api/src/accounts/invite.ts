import type { Insertable } from 'kysely'
import { writeAudit } from '../audit/audit.ts'
import type { Account } from '../db/schema.ts'
import type { TrxCtx } from '../http/context.ts'
import { publicUrlOf } from '../http/public-url.ts'
import { conflict } from '../http/refusal.ts'
import { makeLinkToken } from '../link-tokens/make-link.ts'
import { queueMail } from '../notifications/queue-mail.ts'

/** How long the link of an invitation works; a later one is asked for like a forgotten password. */
const invitationMs = 7 * 86_400_000

/**
 * Makes an account without a password and mails the link that sets one.
 *
 * @returns its id
 * @throws 409 for an address that has an account, whoever's it is
 */
export async function invite(
  ctx: TrxCtx,
  person: Insertable<Account>,
  company: string,
  field: 'email' | 'Email' = 'email',
): Promise<string> {
  const made = await ctx.db
    .insertInto('accounts')
    .values(person)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['account_id', 'email', 'first_name'])
    .executeTakeFirst()
  if (!made) throw conflict('already_exists', `${field}: there is an account with this address already.`, field)
  const link = { kind: 'reset', accountId: made.account_id, lifeMs: invitationMs, mailedTo: made.email } as const
  const { token, expiresAt } = await makeLinkToken(ctx, link)
  await queueMail(ctx.db, {
    to: made.email,
    template: 'account-invited',
    values: {
      firstName: made.first_name ?? '',
      company,
      link: `${publicUrlOf(ctx.config)}/login/reset/${encodeURIComponent(token)}`,
      expiresAt: expiresAt.toISOString(),
    },
  })
  await writeAudit(ctx, {
    action: 'account.create',
    entity: 'account',
    entityId: made.account_id,
    details: { email: made.email, kind: person.kind, roles: person.roles ?? [] },
  })
  return made.account_id
}
