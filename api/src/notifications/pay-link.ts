import type { TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import { createLinkToken, getLinkPath, type LinkCreator } from '../link-tokens/create-link.ts'
import { payLinkLifetimeMs } from '../link-tokens/link-token.ts'
import type { Policy } from '../policy/visibility.ts'

/**
 * Creates the link of an emailed invoice, reminder or notice (EML-5). It leads through the policyholder's sign-in to the
 * payment step. It contains no amount, so an old link shows what is due now.
 */
export async function createPayLink(
  ctx: LinkCreator & Pick<TransactionContext, 'config'>,
  { policyNo, identityId, email }: Pick<Policy, 'policyNo' | 'identityId' | 'email'>,
): Promise<string> {
  const link = { kind: 'deeplink', purpose: 'pay', lifeMs: payLinkLifetimeMs } as const
  const { token } = await createLinkToken(ctx, { ...link, policyNo, identityId, emailedTo: email })
  return `${getPublicUrl(ctx.config)}${getLinkPath('pay', token)}`
}

/**
 * Returns the URL of the payment step that is printed on letters (EML-5). Because anyone could read a letter, the
 * policyholder must request a link on that page. The link leads back to the page.
 */
export const getPayPageUrl = (config: TransactionContext['config'], policyNo: string): string =>
  `${getPublicUrl(config)}/policyholder/policies/${policyNo}/pay`
