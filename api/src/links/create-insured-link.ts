import type { Ctx } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { auditLink, createLinkToken, getLinkPath } from '../link-tokens/create-link.ts'
import { changePolicy } from '../policy/change-policy.ts'
import type { Policy } from '../policy/visibility.ts'

/**
 * Creates a link for the insured and returns it to the caller (NOTE-1). Because the caller can see the link, it allows
 * viewing and paying, but consent and signing require a code (SIGN-4).
 * @param isBind true for a link to signing, false for a link to the policy
 */
export async function createInsuredLink(ctx: Ctx, policy: Policy, isBind: boolean) {
  return changePolicy(ctx, policy.policyNo, 'copyInsuredLink', async (ctx) => {
    const purpose = isBind ? 'new' : 'authenticate'
    const input = { kind: 'deeplink', purpose, policyNo: policy.policyNo, identityId: policy.identityId } as const
    const { id, token, expiresAt } = await createLinkToken(ctx, input)
    await auditLink(ctx, 'link.show', { id, ...input })
    return { link: `${getPublicUrl(ctx.config)}${getLinkPath(purpose, token)}`, expiresAt: expiresAt.toISOString() }
  })
}
