import type { AreaHandlers } from '../../http/operation.ts'
import { ok } from '../../http/response.ts'
import { declineReinstatementOffer } from '../../payments/reinstatement-offers/close-offer.ts'
import { nonRenewPolicy } from '../non-renew/non-renew.ts'
import { rescindNonRenewal } from '../non-renew/rescind-non-renewal.ts'
import { acceptReinstatementOffer } from '../reinstate/accept-offer.ts'
import { reinstatePolicy } from '../reinstate/reinstate-policy.ts'
import { bindHeldRenewal } from '../renew/renew-policy.ts'
import { cancelRewrite, getRewriteDates } from './cancel-rewrite.ts'

/** Handlers for non-renewal, held renewals, reinstatement and its offers, and cancel/rewrite. */
export const rewriteHandlers = {
  nonRenewPolicy: async (ctx, { body }) => {
    const { policyNo, status } = await nonRenewPolicy(ctx, { policyNo: body.PolicyNo, note: body.Note })
    return ok({ policyNo, status, policyTransactionId: null })
  },

  rescindNonRenewal: async (ctx, { path, body }) => {
    const { policyNo, status } = await rescindNonRenewal(ctx, { policyNo: path.policyNo, note: body.note })
    return ok({ policyNo, status, policyTransactionId: null })
  },

  bindHeldRenewal: async (ctx, { path, body }) => {
    const { policyNo } = path
    const { policyNo: renewalPolicyNo, status } = await bindHeldRenewal(ctx, { policyNo, reason: body.reason })
    return ok({ policyNo, renewalPolicyNo, status })
  },

  reinstatePolicy: async (ctx, { path }) =>
    ok(await reinstatePolicy(ctx, { policyNo: path.policyNo, suppress: path.suppress })),

  acceptReinstatementOffer: async (ctx, { path, body }) =>
    ok(await acceptReinstatementOffer(ctx, { ...body, policyNo: path.policyNo })),

  declineReinstatementOffer: async (ctx, { path, body }) => {
    const { policyNo, status } = await declineReinstatementOffer(ctx, path.policyNo, body.reason)
    return ok({ policyNo, status, policyTransactionId: null })
  },

  getCancelRewriteDates: async (ctx, { path }) => {
    const { minImmediate, minNotImmediate, max } = await getRewriteDates(ctx, path.policyNo)
    return ok({
      minEffectiveDate_Immediate: minImmediate,
      minEffectiveDate_NotImmediate: minNotImmediate,
      maxEffectiveDate: max,
    })
  },

  cancelRewritePolicy: async (ctx, { path, body }) =>
    ok(
      await cancelRewrite(ctx, {
        policyNo: path.policyNo,
        inceptionDate: body.inceptionDate,
        hasImmediateClosing: body.hasImmediateClosing ?? false,
        newAgencyNo: body.newAgencyNo ?? '',
        producerName: body.producerName ?? '',
      }),
    ),
} satisfies AreaHandlers
