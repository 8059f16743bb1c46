import { timingSafeEqual } from 'node:crypto'
import { identifiedByLink } from '../accounts/identification.ts'
import { openSession } from '../accounts/session.ts'
import type { Ctx } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { auditLink } from '../link-tokens/make-link.ts'
import { countFailure, linkRefused, lockLink, readLink, spendLink } from '../link-tokens/open-link-row.ts'

const same = (given: string, known: string) => {
  const a = Buffer.from(given.padEnd(32))
  const b = Buffer.from(known.padEnd(32))
  return given.length > 0 && a.length === b.length && timingSafeEqual(a, b)
}
const lastTen = (phone: string | null) => (phone ?? '').replace(/\D/g, '').slice(-10)

/**
 * Signs a policyholder in with a deep link and the phone and zip on record (spec 3 §5). The link works once; a wrong
 * phone or zip counts against it, before the lock is let go, and tells nothing of the policy. Throws 401 or 410 with the product of the link.
 */
export async function signInPolicyholder(ctx: Ctx, input: { Token: string; Phone: string; Zip: string }) {
  const claims = await readLink(ctx, input.Token, ['deeplink'])
  const outcome = await inTransaction(ctx, async (ctx) => {
    const link = await lockLink(ctx.db, claims.id)
    if (!link || link.isSpent || !link.policyNo) return undefined
    const policy = await ctx.db
      .selectFrom('policies')
      .select(['phone', 'zip', 'identity_id', 'policy_no', 'email'])
      .where('policy_no', '=', link.policyNo)
      .executeTakeFirst()
    if (!policy) return undefined
    // Both are compared, whichever is wrong, so that the time tells nothing either.
    const phoneFits = same(lastTen(input.Phone), lastTen(policy.phone))
    const zipFits = same(input.Zip, policy.zip)
    const asked = { id: link.jti, kind: link.kind, purpose: link.purpose, policyNo: policy.policy_no }
    if (!(phoneFits && zipFits)) {
      await countFailure(ctx.db, link.jti)
      await auditLink(ctx, 'link.refuse', asked, { reason: 'phone or zip' })
      return undefined
    }
    await spendLink(ctx.db, link.jti, ctx.now)
    const identification = identifiedByLink(link.mailedTo, policy.email)
    const session = await openSession(ctx, { identityId: policy.identity_id, identification })
    await auditLink(ctx, 'link.redeem', asked, { identityId: policy.identity_id, identifiedBy: identification.way })
    return { session, policyNo: policy.policy_no, purpose: link.purpose ?? ('authenticate' as const) }
  })
  if (outcome) return outcome
  throw await linkRefused(ctx, claims.policyNo, 'phone or zip, or a used link')
}
