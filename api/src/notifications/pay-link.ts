import type { TransactionContext } from '../http/context.ts'
import { getPublicUrl } from '../http/public-url.ts'
import {
  createLinkToken,
  createLinkTokens,
  getLinkPath,
  type LinkCreator,
  type LinkRequest,
} from '../link-tokens/create-link.ts'
import { payLinkLifetimeMs } from '../link-tokens/link-token.ts'
import type { Policy } from '../policy/visibility.ts'

export type PayLinkContext = LinkCreator & Pick<TransactionContext, 'config'>

type LinkedPolicy = Pick<Policy, 'policyNo' | 'identityId' | 'email'>

/**
 * Creates the link of an emailed invoice, reminder or notice (EML-5). It leads through the policyholder's sign-in to the
 * payment step. It contains no amount, so an old link shows what is due now.
 */
export async function createPayLink(ctx: PayLinkContext, policy: LinkedPolicy): Promise<string> {
  const { token } = await createLinkToken(ctx, toLinkRequest(policy))
  return toPayUrl(ctx, token)
}

/** Same as `createPayLink`, for several policies. Returns the links in the same order. */
export async function createPayLinks(ctx: PayLinkContext, policies: readonly LinkedPolicy[]): Promise<string[]> {
  const links = await createLinkTokens(ctx, policies.map(toLinkRequest))
  return links.map(({ token }) => toPayUrl(ctx, token))
}

const toLinkRequest = ({ policyNo, identityId, email }: LinkedPolicy): LinkRequest => ({
  ...{ kind: 'deeplink', purpose: 'pay', lifeMs: payLinkLifetimeMs, policyNo, identityId, emailedTo: email },
})

const toPayUrl = ({ config }: Pick<PayLinkContext, 'config'>, token: string) =>
  `${getPublicUrl(config)}${getLinkPath('pay', token)}`

/**
 * Returns the URL of the payment step that is printed on letters (EML-5). Because anyone could read a letter, the
 * policyholder must request a link on that page. The link leads back to the page.
 */
export const getPayPageUrl = (config: TransactionContext['config'], policyNo: string): string =>
  `${getPublicUrl(config)}/policyholder/policies/${policyNo}/pay`
