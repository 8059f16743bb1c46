import { getSessionActor } from '../accounts/actor.ts'
import type { NewSession } from '../accounts/session.ts'
import { createUnauthorizedError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import type { LinkPurpose } from '../link-tokens/create-link.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { readPolicyDetails } from '../policy-reads/details.ts'
import { readInvoiceDetails } from '../policy-reads/invoice-details.ts'
import { getPolicyDocStatus } from '../signing/policy-doc-status.ts'

/**
 * Builds the response to a log-in by link: the session, and the policy with its remaining steps as the insured sees it.
 */
export async function buildPolicyholderSession(
  ctx: Ctx,
  {
    sessionId,
    session,
    policyNo,
    purpose,
  }: { sessionId: string; session: NewSession; policyNo: string; purpose: LinkPurpose },
) {
  const actor = await getSessionActor(ctx.db, sessionId)
  if (!actor) throw createUnauthorizedError('session ended meanwhile')
  const own = { ...ctx, actor }
  const [policy, policyDocStatus, invoiceDetails] = await Promise.all([
    readPolicyDetails(own, policyNo),
    requirePolicy(own, policyNo).then((seen) => getPolicyDocStatus(own, seen)),
    readInvoiceDetails(own, policyNo),
  ])
  return {
    jwt: session.token,
    refreshToken: session.refreshToken,
    expiresAt: session.expiresAt,
    accountType: session.accountType,
    purpose,
    policy,
    policyDocStatus,
    invoiceDetails,
  }
}
