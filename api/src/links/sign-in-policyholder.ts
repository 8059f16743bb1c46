import { timingSafeEqual } from 'node:crypto'
import { getLinkIdentification } from '../accounts/identification.ts'
import { openSessionWithId } from '../accounts/session.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { auditLink } from '../link-tokens/create-link.ts'
import {
  consumeLink,
  countFailedAttempt,
  createLinkExpiredError,
  createLinkRejectedError,
  lockLink,
  requireValidLink,
} from '../link-tokens/link-rows.ts'
import { findLastEmailChange, getEmailHoldEnd } from './email-changes.ts'

const same = (given: string, known: string) => {
  const a = Buffer.from(given.padEnd(32))
  const b = Buffer.from(known.padEnd(32))
  return given.length > 0 && a.length === b.length && timingSafeEqual(a, b)
}
const lastTen = (phone: string | null) => (phone ?? '').replace(/\D/g, '').slice(-10)

/**
 * Logs a policyholder in with a link and the phone number and ZIP code on file. The link works once. If others could
 * have seen the link, it stops working when the policy moves to another agency.
 * @throws {ApiError} 401 or 410; both contain the product of the link
 */
export async function signInPolicyholder(ctx: Ctx, input: { Token: string; Phone: string; Zip: string }) {
  const claims = await requireValidLink(ctx, input.Token, ['deeplink'])
  const outcome = await runInTransaction(ctx, async (ctx) => {
    const link = await lockLink(ctx.db, claims.id)
    if (!link || link.isSpent || !link.policyNo) return undefined
    const policy = await ctx.db
      .selectFrom('policies')
      .select(['phone', 'zip', 'identity_id', 'policy_no', 'email', 'policy_id', 'agency_id'])
      .where('policy_no', '=', link.policyNo)
      .executeTakeFirst()
    if (!policy) return undefined
    // Always compares both values so that the response time does not reveal which one is wrong.
    const phoneFits = same(lastTen(input.Phone), lastTen(policy.phone))
    const zipFits = same(input.Zip, policy.zip)
    const linkEntity = { id: link.jti, kind: link.kind, purpose: link.purpose, policyNo: policy.policy_no }
    if (!(phoneFits && zipFits)) {
      await countFailedAttempt(ctx.db, link.jti)
      await auditLink(ctx, 'link.reject', linkEntity, { reason: 'phone or zip' })
      return undefined
    }
    const { email, policy_id: policyId, agency_id: agencyId } = policy
    const isOnHold = getEmailHoldEnd(await findLastEmailChange(ctx.db, policy.identity_id), ctx.now) !== undefined
    const identification = getLinkIdentification(isOnHold ? null : link.emailedTo, { email, policyId, agencyId })
    await consumeLink(ctx.db, link.jti, ctx.now)
    if (identification.method === 'link' && link.agencyId !== agencyId) {
      await auditLink(ctx, 'link.reject', linkEntity, { reason: 'policy moved to another agency' })
      return 'moved' as const
    }
    const opened = await openSessionWithId(ctx, { identityId: policy.identity_id, identification })
    await auditLink(ctx, 'link.redeem', linkEntity, {
      identityId: policy.identity_id,
      identifiedBy: identification.method,
    })
    return { ...opened, policyNo: policy.policy_no, purpose: link.purpose ?? ('authenticate' as const) }
  })
  if (outcome === 'moved') throw await createLinkExpiredError(ctx, claims.policyNo)
  if (outcome) return outcome
  throw await createLinkRejectedError(ctx, claims.policyNo, 'phone or zip, or a used link')
}
