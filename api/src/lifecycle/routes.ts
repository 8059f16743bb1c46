import { createNotFoundError } from '../http/api-error.ts'
import { findCollectionRow, listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { adminReinstatementOfferCollection } from '../payments/reinstatement-offers/admin-offers.ts'
import { readCancellation } from './cancel/describe-cancellation.ts'
import { finalizeCancellation } from './cancel/finalize-cancellation.ts'
import { previewCancellation } from './cancel/preview-cancellation.ts'
import { requestCancellation } from './cancel/request-cancellation.ts'
import { adminReviewCollection } from './reviews/admin-reviews.ts'
import { decideReview, listReviews } from './reviews/decide-review.ts'

interface NoteInfo {
  Note: string
  Private?: boolean
}
const getNote = (info: NoteInfo | undefined) =>
  info?.Note.trim() ? { note: info.Note, isPrivate: info.Private ?? false } : undefined

export const lifecycleHandlers = {
  cancelPolicy: async (ctx, { body }) => {
    await requestCancellation(ctx, {
      policyNo: body.PolicyNumber,
      reasonCode: body.ReasonCode,
      note: getNote(body.NoteInfo),
      effectiveDate: body.EffectiveDate,
      suppressNotification: body.SuppressNotification ?? false,
    })
    return ok(await readCancellation(ctx, body.PolicyNumber))
  },

  finalizeCancelPolicy: async (ctx, { body }) => {
    await finalizeCancellation(ctx, { policyNo: body.PolicyNumber, note: getNote(body.NoteInfo) })
    return ok(await readCancellation(ctx, body.PolicyNumber))
  },

  getCancellation: async (ctx, { path }) => ok(await readCancellation(ctx, path.policyNo)),

  previewCancellation: async (ctx, { path, query }) =>
    ok(
      await previewCancellation(ctx, {
        policyNo: path.policyNo,
        reasonCode: query.reasonCode,
        effectiveDate: query.effectiveDate,
      }),
    ),

  listReviews: async (ctx, { path }) => ok(await listReviews(ctx, path.policyNo)),

  decideReview: async (ctx, { path, body }) => ok(await decideReview(ctx, path.policyNo, path.reviewId, body)),

  listAdminReviews: (ctx, { query }) => listCollection(ctx.db, adminReviewCollection, query),

  listAdminReinstatementOffers: (ctx, { query }) => listCollection(ctx.db, adminReinstatementOfferCollection, query),

  getAdminReinstatementOffer: async (ctx, { path }) => {
    const found = await findCollectionRow(ctx.db, adminReinstatementOfferCollection, path.id)
    if (!found) throw createNotFoundError({ reinstatementOffer: path.id })
    return found
  },

  getAdminReview: async (ctx, { path }) => {
    const found = await findCollectionRow(ctx.db, adminReviewCollection, path.id)
    if (!found) throw createNotFoundError({ review: path.id })
    return found
  },
} satisfies AreaHandlers
