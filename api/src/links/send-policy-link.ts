import type { TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { createLinkToken, getLinkPath, type LinkPurpose } from '../link-tokens/create-link.ts'
import { enqueueEmail } from '../notifications/enqueue-email.ts'

/**
 * Emails the insured of a policy a one-time log-in link. The log-in also requires their phone number and ZIP code.
 * @returns the recipient's address
 */
export async function sendPolicyLink(
  ctx: TransactionContext,
  input: { policyId: string; purpose: LinkPurpose; to?: string },
): Promise<string> {
  const policy = await ctx.db
    .selectFrom('policies')
    .select(['policy_id', 'policy_no', 'email', 'insured_name', 'first_name', 'identity_id', 'address_line'])
    .where('policy_id', '=', input.policyId)
    .executeTakeFirstOrThrow()
  const to = input.to ?? policy.email
  const { token, expiresAt } = await createLinkToken(ctx, {
    kind: 'deeplink',
    purpose: input.purpose,
    policyNo: policy.policy_no,
    identityId: policy.identity_id,
    emailedTo: to,
  })
  await enqueueEmail(ctx.db, {
    to,
    toName: policy.insured_name,
    policyId: policy.policy_id,
    template: 'policyholder-link',
    values: {
      firstName: policy.first_name || policy.insured_name,
      policyNo: policy.policy_no,
      address: policy.address_line ?? '',
      link: `${getPublicUrl(ctx.config)}${getLinkPath(input.purpose, token)}`,
      expiresAt: expiresAt.toISOString(),
    },
  })
  return to
}
