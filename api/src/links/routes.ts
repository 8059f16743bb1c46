import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import {
  createLinkRejectedError,
  createUsedLinkError,
  findLinkRow,
  requireValidLink,
} from '../link-tokens/link-rows.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { changeInsuredEmail } from './change-insured-email.ts'
import { confirmOwnEmailChange, requestOwnEmailChange } from './change-own-email.ts'
import { changeOwnPhone } from './change-own-phone.ts'
import { confirmSigningCode } from './code/confirm-code.ts'
import { sendSigningCode } from './code/send-code.ts'
import { confirmInsuredEmail } from './confirm-insured-email.ts'
import { createInsuredLink } from './create-insured-link.ts'
import { createHandOff, createResource, redeemResource, redeemSignInLink } from './hand-off.ts'
import { buildPolicyholderSession } from './policyholder-session.ts'
import { createProofLink, listProofLinks, revokeProofLink } from './proof/proof-links.ts'
import { viewProofOfInsurance } from './proof/view-proof.ts'
import { requestLink } from './request-link.ts'
import { resendLink } from './resend-link.ts'
import { signInPolicyholder } from './sign-in-policyholder.ts'

const linkRequestedMessage =
  "If the information you entered matches the information on record, we'll email you a link to view your policy."

export const linkHandlers = {
  requestLink: async (ctx, { body }) => {
    await requestLink(ctx, body)
    return ok(null, linkRequestedMessage)
  },

  validateDeepLink: async (ctx, { body }) => {
    const claims = await requireValidLink(ctx, body.Token, ['deeplink', 'agent'])
    const link = await findLinkRow(ctx, claims.id)
    if (link?.isUsed) throw await createUsedLinkError(ctx, claims.policyNo)
    if (!link || link.isSpent) throw await createLinkRejectedError(ctx, claims.policyNo, 'used link')
    const isAgent = claims.kind === 'agent'
    return ok({
      accountType: isAgent ? ('agent' as const) : ('policyholder' as const),
      purpose: link.purpose ?? (isAgent ? ('agentPolicy' as const) : ('authenticate' as const)),
      expiresAt: link.expiresAt.toISOString(),
      needs: isAgent ? [] : (['phone', 'zip'] as ('phone' | 'zip')[]),
    })
  },

  loginPolicyholder: async (ctx, { body }) =>
    ok(await buildPolicyholderSession(ctx, await signInPolicyholder(ctx, body))),

  sendSigningCode: async (ctx, { body }) => ok(await sendSigningCode(ctx, body.policyNo)),

  confirmSigningCode: async (ctx, { body }) => ok(await confirmSigningCode(ctx, body)),

  loginByAgentLink: async (ctx, { body }) => {
    const { session, policyNo, purpose } = await redeemSignInLink(ctx, body.Token, ['agent'], body.code)
    return ok({
      policy: policyNo,
      token: session.token,
      refreshToken: session.refreshToken,
      expiresAt: session.expiresAt,
      purpose: purpose ?? ('agentPolicy' as const),
      data: session.data,
    })
  },

  authorizeToken: async (ctx, { query }) =>
    ok((await redeemSignInLink(ctx, query.token, ['handoff', 'agent'])).session.data),

  createHandOff: async (ctx, { body }) => ({ ...ok(await createHandOff(ctx, body)), statusCode: 201 }),

  createResource: async (ctx, { body }) => {
    const policy = await requirePolicy(ctx, body.policyNo)
    return { ...ok(await createResource(ctx, policy.policyNo)), statusCode: 201 }
  },

  redeemResource: async (ctx, { path }) => ok(await redeemResource(ctx, path.resourceId)),

  getPolicyLink: async (ctx, { path, query }) => {
    const policy = await requirePolicy(ctx, path.policyNo)
    if (query.forInsured) return ok(await createInsuredLink(ctx, policy, query.isBind ?? false))
    if (ctx.actor.kind === 'insured')
      return ok({
        link: query.isBind ? '/policyholder/welcome' : `/policyholder/policies/${policy.policyNo}`,
        expiresAt: null,
      })
    const page = query.isBind ? `/agent/policy/${policy.policyNo}/policy-wizard/` : `/policy/embed/${policy.policyNo}`
    return ok({ link: page, expiresAt: null })
  },

  changeInsuredEmail: async (ctx, { path, body }) =>
    ok({ email: await changeInsuredEmail(ctx, path.policyNo, body.email) }),

  confirmInsuredEmail: async (ctx, { path, body }) =>
    ok({ email: await confirmInsuredEmail(ctx, path.policyNo, body) }),

  requestOwnEmailChange: async (ctx, { path, body }) => ok(await requestOwnEmailChange(ctx, path.policyNo, body.email)),

  confirmOwnEmailChange: async (ctx, { path, body }) =>
    ok({ email: await confirmOwnEmailChange(ctx, path.policyNo, body.code) }),

  changeOwnPhone: async (ctx, { path, body }) => ok({ phone: await changeOwnPhone(ctx, path.policyNo, body.phone) }),

  resendPolicyLink: async (ctx, { path, query }) => {
    const to = await resendLink(ctx, { policyNo: path.policyNo, to: query.email })
    return ok(null, `Email successfully sent to ${to}!`)
  },

  createProofLink: async (ctx, { path, body }) => ({
    ...ok(await createProofLink(ctx, path.policyNo, body)),
    statusCode: 201,
  }),

  listProofLinks: async (ctx, { path }) => ok(await listProofLinks(ctx, path.policyNo)),

  revokeProofLink: async (ctx, { path }) => ok(await revokeProofLink(ctx, path.policyNo, path.proofLinkId)),

  viewProofOfInsurance: async (ctx, { body }) => ok(await viewProofOfInsurance(ctx, body.token)),
} satisfies AreaHandlers
