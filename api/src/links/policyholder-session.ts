import type { NewSession } from '../accounts/session.ts'
import type { Ctx } from '../http/context.ts'
import type { LinkPurpose } from '../link-tokens/make-link.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { readDetails } from '../policy-reads/details.ts'
import { readInvoiceDetails } from '../policy-reads/invoice-details.ts'
import { docStatusOf } from '../signing/doc-status.ts'

/** What a policyholder gets after phone and zip were right: the session, and the policy with what is left to do. */
export async function policyholderSession(ctx: Ctx, session: NewSession, policyNo: string, purpose: LinkPurpose) {
  // The link proved who this is; the policy is read as that person from here on.
  const { AgentId: identityId, Email: email, FirstName, LastName } = session.data
  const actor = {
    kind: 'insured' as const,
    identityId,
    // Enough to read; what it may sign is asked when it signs.
    identification: { way: 'link' as const },
    sessionId: '',
    email,
    name: `${FirstName} ${LastName}`,
    roles: new Set<string>(),
  }
  const own = { ...ctx, actor }
  const [policy, policyDocStatus, invoiceDetails] = await Promise.all([
    readDetails(own, policyNo),
    requirePolicy(own, policyNo).then((seen) => docStatusOf(own, seen)),
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
