import { clearSessionCache } from '../accounts/account-sessions.ts'
import { peopleToWelcome } from '../accounts/agent-accounts.ts'
import { passwordLink } from '../accounts/invite.ts'
import type { TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { endPolicyLinks } from '../link-tokens/open-link-row.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'

export interface ApprovedAgency {
  agencyId: string
  agencyNo: string
  company: string
}

/** Opens the doors to an agency's people and tells each how to log in: who has no password yet gets the link to one. */
export async function sendWelcomeEmails(
  ctx: TransactionContext,
  { agencyId, agencyNo, company }: ApprovedAgency,
): Promise<void> {
  for (const person of await peopleToWelcome(ctx, agencyId)) {
    // A link to the registration that nobody followed would sign in without a password from now on.
    await endPolicyLinks(ctx.db, person.account_id, 'agent', ctx.now)
    // Who is signed in finds the doors open with the next request.
    await clearSessionCache(ctx, person.account_id)
    const way = person.hasPassword
      ? { link: `${getPublicUrl(ctx.config)}/login`, linkWords: 'Log in' }
      : { link: (await passwordLink(ctx, person)).link, linkWords: 'Choose a password' }
    await enqueueEmail(ctx.db, {
      to: person.email,
      template: 'agency-approved',
      values: { firstName: person.first_name, company, agencyNo, ...way },
    })
  }
}
