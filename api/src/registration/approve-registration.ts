import { forgetAccountSessions } from '../accounts/account-sessions.ts'
import { peopleToWelcome } from '../accounts/agent-accounts.ts'
import { passwordLink } from '../accounts/invite.ts'
import { writeAgency } from '../agencies/update-agency.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Ctx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { publicUrlOf } from '../http/public-url.ts'
import { refused } from '../http/refusal.ts'
import { spendLinksOf } from '../link-tokens/open-link-row.ts'
import { queueMail } from '../notifications/queue-mail.ts'
import { announce } from '../outbox/announce.ts'
import { lockRegistration } from './registration.ts'
import { addEvent, areSigned } from './store.ts'

/**
 * Makes an agency that has signed its papers an active one, and tells its people how to log in: who has no password yet gets the link to
 * one.
 *
 * @throws 404; 422 while papers are not signed, and for an agency that is not being registered
 */
export const approveRegistration = (ctx: Ctx, agencyNo: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const { agency, rows } = await lockRegistration(ctx, agencyNo)
    if (!areSigned(rows)) throw refused('missing_document', 'The agency has not signed its papers yet.')
    const { agency_id: agencyId, company } = agency
    await writeAgency(ctx, agency, { status: 'A' }, {})
    await addEvent(ctx, { agencyId, event: 'approved' })
    for (const person of await peopleToWelcome(ctx, agencyId)) {
      // A link to the registration that nobody followed would sign in without a password from now on.
      await spendLinksOf(ctx.db, person.account_id, 'agent', ctx.now)
      // Who is signed in finds the doors open with the next request.
      await forgetAccountSessions(ctx, person.account_id)
      const way = person.hasPassword
        ? { link: `${publicUrlOf(ctx.config)}/login`, linkWords: 'Log in' }
        : { link: (await passwordLink(ctx, person)).link, linkWords: 'Choose a password' }
      await queueMail(ctx.db, {
        to: person.email,
        template: 'agency-approved',
        values: { firstName: person.first_name, company, agencyNo, ...way },
      })
    }
    await announce(ctx.db, 'agency.approved', { agencyId }, { agencyNo }, ctx.now)
    await writeAudit(ctx, { action: 'agencyRegistration.approve', entity: 'agency', entityId: agencyNo })
  })
