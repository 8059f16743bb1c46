import { clearSessionCache } from '../accounts/account-sessions.ts'
import { listActiveAgents } from '../accounts/agent-accounts.ts'
import { createPasswordLink } from '../accounts/invite.ts'
import type { TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { invalidateAccountLinks } from '../link-tokens/link-rows.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'

export interface ApprovedAgency {
  agencyId: string
  agencyNo: string
  company: string
}

/**
 * Gives the people of an agency access, and emails them log-in instructions. People without a password get a link to
 * set one.
 */
export async function sendWelcomeEmails(
  ctx: TransactionContext,
  { agencyId, agencyNo, company }: ApprovedAgency,
): Promise<void> {
  for (const person of await listActiveAgents(ctx, agencyId)) {
    // Unused registration links would now log in without a password, so they are invalidated.
    await invalidateAccountLinks(ctx.db, person.account_id, 'agent', ctx.now)
    // Existing sessions get full access with their next request.
    await clearSessionCache(ctx, person.account_id)
    const way = person.hasPassword
      ? { link: `${getPublicUrl(ctx.config)}/login`, linkWords: 'Log in' }
      : { link: (await createPasswordLink(ctx, person)).link, linkWords: 'Choose a password' }
    await enqueueEmail(ctx.db, {
      to: person.email,
      template: 'agency-approved',
      values: { firstName: person.first_name, company, agencyNo, ...way },
    })
  }
}
