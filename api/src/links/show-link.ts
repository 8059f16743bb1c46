import type { Ctx } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { auditLink, getLinkPath, makeLinkToken } from '../link-tokens/create-link.ts'
import { changePolicy } from '../policy/change-policy.ts'
import type { Policy } from '../policy/visibility.ts'

/**
 * Makes the insured's address of a policy and shows it to the caller (NOTE-1). Whoever opens it may look and pay;
 * consent and signing ask a code, because somebody else has seen it (SIGN-4).
 *
 * @param isBind true leads to signing, false to the policy
 */
export async function showInsuredLink(ctx: Ctx, policy: Policy, isBind: boolean) {
  return changePolicy(ctx, policy.policyNo, 'copyInsuredLink', async (ctx) => {
    const purpose = isBind ? 'new' : 'authenticate'
    const wish = { kind: 'deeplink', purpose, policyNo: policy.policyNo, identityId: policy.identityId } as const
    const { id, token, expiresAt } = await makeLinkToken(ctx, wish)
    await auditLink(ctx, 'link.show', { id, ...wish })
    return { link: `${getPublicUrl(ctx.config)}${getLinkPath(purpose, token)}`, expiresAt: expiresAt.toISOString() }
  })
}
