import type { RegistrationInvitation } from '@tideline/sdk/types'
import { findAgencyAccount } from '../accounts/agent-accounts.ts'
import { insertAccount } from '../accounts/invite.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { ApiError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { createLinkToken, getLinkPath } from '../link-tokens/create-link.ts'
import { invalidateAccountLinks } from '../link-tokens/link-rows.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'
import { createRegistrationSignedError, lockAgencyRegistration } from './registration.ts'
import { addRegistrationEvent, areAgreementsSigned, createAgreements, findLastSentRegistrationLink } from './store.ts'

/** Minimum time between two registration links, in milliseconds. */
const resendAfterMs = 60_000

function assertNotSentRecently(sentAt: Date | undefined, now: Date): void {
  const waitMs = sentAt ? sentAt.getTime() + resendAfterMs - now.getTime() : 0
  if (waitMs <= 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new ApiError({
    code: 'already_sent',
    message: `The link was just sent. You can send it again in ${seconds} seconds.`,
    headers: { 'Retry-After': String(seconds) },
  })
}

/** Lifetime of a registration link, in milliseconds. */
const linkMs = 7 * 86_400_000

/**
 * Emails a registration link and invalidates earlier links. Creates the agreements with their current text, and an
 * account if the recipient has none.
 * @throws {ApiError} 404 if the agency does not exist; 409 if the address has an account of another agency or the
 * agreements are signed; 422 if the agency is not being registered; 429 within a minute of the last link
 */
export const sendRegistrationLink = (ctx: Ctx, agencyNo: string, input: RegistrationInvitation): Promise<void> =>
  runInTransaction(ctx, async (ctx) => {
    const { agency, rows } = await lockAgencyRegistration(ctx, agencyNo)
    if (areAgreementsSigned(rows)) throw createRegistrationSignedError()
    const { agency_id: agencyId, company } = agency
    assertNotSentRecently((await findLastSentRegistrationLink(ctx.db, agencyId))?.at, ctx.now)
    await createAgreements(ctx.db, agencyId, ctx.now)
    const person =
      (await findAgencyAccount(ctx.db, agencyId, input.Email)) ??
      (await insertAccount(
        ctx,
        {
          ...{ kind: 'agent', agency_id: agencyId, roles: [], email: input.Email },
          ...{ first_name: input.FirstName.trim(), last_name: input.LastName.trim() },
        },
        'Email',
      ))
    const { account_id: accountId, email } = person
    await invalidateAccountLinks(ctx.db, accountId, 'agent', ctx.now)
    const purpose = 'agencyRegistration'
    const { token, expiresAt } = await createLinkToken(ctx, {
      ...{ kind: 'agent', purpose, accountId, lifeMs: linkMs, emailedTo: email },
    })
    const link = `${getPublicUrl(ctx.config)}${getLinkPath(purpose, token)}`
    await enqueueEmail(ctx.db, {
      to: email,
      template: 'agency-registration',
      values: { firstName: person.first_name ?? '', company, link, expiresAt: expiresAt.toISOString() },
    })
    await addRegistrationEvent(ctx, { agencyId, event: 'sent', details: { sentTo: email } })
    await writeAuditEntry(ctx, {
      action: 'agencyRegistration.send',
      entity: 'agency',
      entityId: agencyNo,
      details: { sentTo: email },
    })
  })
