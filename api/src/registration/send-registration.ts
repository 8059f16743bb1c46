import type { RegistrationInvitation } from '@tideline/sdk/types'
import { findAgencyPerson } from '../accounts/agent-accounts.ts'
import { makeAccount } from '../accounts/invite.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Ctx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { publicUrlOf } from '../http/public-url.ts'
import { makeLinkToken, wayIn } from '../link-tokens/make-link.ts'
import { spendLinksOf } from '../link-tokens/open-link-row.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { alreadySigned, lockRegistration } from './registration.ts'
import { addEvent, areSigned, makePapers } from './store.ts'

/** How long the link works. */
const linkMs = 7 * 86_400_000

/**
 * Mails the link to a registration: writes the papers as they read today, makes an account for whoever completes it, where they have
 * none, and takes the worth from the links before.
 *
 * @throws 404; 409 for an address whose account is not of this agency, and once the papers are signed; 422 for an agency that is not
 *   being registered
 */
export const sendRegistration = (ctx: Ctx, agencyNo: string, wish: RegistrationInvitation): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { agency, rows } = await lockRegistration(ctx, agencyNo)
    if (areSigned(rows)) throw alreadySigned()
    const { agency_id: agencyId, company } = agency
    await makePapers(ctx.db, agencyId, ctx.now)
    const person =
      (await findAgencyPerson(ctx.db, agencyId, wish.Email)) ??
      (await makeAccount(
        ctx,
        {
          ...{ kind: 'agent', agency_id: agencyId, roles: [], email: wish.Email },
          ...{ first_name: wish.FirstName.trim(), last_name: wish.LastName.trim() },
        },
        'Email',
      ))
    const { account_id: accountId, email } = person
    await spendLinksOf(ctx.db, accountId, 'agent', ctx.now)
    const purpose = 'agencyRegistration'
    const { token, expiresAt } = await makeLinkToken(ctx, {
      ...{ kind: 'agent', purpose, accountId, lifeMs: linkMs, mailedTo: email },
    })
    const link = `${publicUrlOf(ctx.config)}${wayIn(purpose, token)}`
    await queueMail(ctx.db, {
      to: email,
      template: 'agency-registration',
      values: { firstName: person.first_name ?? '', company, link, expiresAt: expiresAt.toISOString() },
    })
    await addEvent(ctx, { agencyId, event: 'sent', details: { sentTo: email } })
    await writeAudit(ctx, {
      action: 'agencyRegistration.send',
      entity: 'agency',
      entityId: agencyNo,
      details: { sentTo: email },
    })
  })
