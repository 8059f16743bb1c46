import { listCollection } from '../http/collection.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { adminClaimCollection } from './admin-claims.ts'
import { causesOfLoss, claimDocumentTypes, claimStatuses } from './claim.ts'
import { deleteClaimDocument, getClaimDocuments, openClaimDocument, uploadClaimDocument } from './claim-documents.ts'
import { createClaimNote, deleteClaimNote, getClaimNote, getClaimNotes, updateClaimNote } from './claim-notes.ts'
import { assertPhotoAllowed, listOwnClaims, reportOwnClaim, uploadClaimPhoto } from './own-claims.ts'
import { listClaims, requireClaim, toClaimResponse } from './store.ts'
import { createClaim, deleteClaim, updateClaim } from './write-claim.ts'

const created = <Payload>(payload: Payload) => ({ statusCode: 201, message: '', payload })

export const claimHandlers = {
  getClaimOptions: () =>
    ok({
      statuses: claimStatuses.map((status) => ({ code: status, label: status })),
      causesOfLoss,
      documentTypes: claimDocumentTypes,
    }),

  listClaims: async (ctx, { query }) => {
    const policy = query.policyNo ? await requirePolicy(ctx, query.policyNo) : undefined
    return ok(await listClaims(ctx, { policyId: policy?.policyId, changedAfter: query.changedAfter }, query))
  },

  getClaim: async (ctx, { path }) => {
    const row = await requireClaim(ctx.db, ctx.actor, path.claimID)
    const [claimDocuments, claimNotes] = await Promise.all([
      getClaimDocuments(ctx.db, row.claim_id),
      getClaimNotes(ctx.db, row.claim_id),
    ])
    return ok({ claim: toClaimResponse(row), claimDocuments, claimNotes })
  },

  createClaim: async (ctx, { body }) => created(await createClaim(ctx, body)),

  updateClaim: async (ctx, { path, body }) => ok(await updateClaim(ctx, path.claimID, body)),

  deleteClaim: async (ctx, { path }) => {
    await deleteClaim(ctx, path.claimID)
    return ok(null)
  },

  listClaimDocuments: async (ctx, { path }) => {
    const { claim_id } = await requireClaim(ctx.db, ctx.actor, path.claimID)
    return ok(await getClaimDocuments(ctx.db, claim_id))
  },

  uploadClaimDocument: {
    before: async (ctx, { path }) => void (await requireClaim(ctx.db, ctx.actor, path.claimID)),
    handle: async (ctx, { path, body }) => created(await uploadClaimDocument(ctx, path.claimID, body)),
  },

  getClaimDocument: (ctx, { path }) => openClaimDocument(ctx, path.claimID, path.claimDocumentID),

  deleteClaimDocument: async (ctx, { path }) => {
    await deleteClaimDocument(ctx, path.claimID, path.claimDocumentID)
    return ok(null)
  },

  listClaimNotes: async (ctx, { path }) => {
    const { claim_id } = await requireClaim(ctx.db, ctx.actor, path.claimID)
    return ok(await getClaimNotes(ctx.db, claim_id))
  },

  createClaimNote: async (ctx, { path, body }) => created(await createClaimNote(ctx, path.claimID, body.note)),

  getClaimNote: async (ctx, { path }) => ok(await getClaimNote(ctx, path.noteID)),
  updateClaimNote: async (ctx, { path, body }) => ok(await updateClaimNote(ctx, path.noteID, body.note)),

  deleteClaimNote: async (ctx, { path }) => {
    await deleteClaimNote(ctx, path.noteID)
    return ok(null)
  },

  listOwnClaims: async (ctx, { path }) => ok(await listOwnClaims(ctx, path.policyNo)),

  reportOwnClaim: async (ctx, { path, body }) => created(await reportOwnClaim(ctx, path.policyNo, body)),

  uploadClaimPhoto: {
    before: (ctx, { path }) => assertPhotoAllowed(ctx, path.claimID),
    handle: async (ctx, { path, body }) => created(await uploadClaimPhoto(ctx, path.claimID, body)),
  },

  listAdminClaims: (ctx, { query }) => listCollection(ctx.db, adminClaimCollection, query),

  getAdminClaim: async (ctx, { path }) => toClaimResponse(await requireClaim(ctx.db, ctx.actor, path.id)),

  createAdminClaim: (ctx, { body }) => createClaim(ctx, body),

  updateAdminClaim: (ctx, { path, body }) => updateClaim(ctx, path.id, body),

  deleteAdminClaim: (ctx, { path }) => deleteClaim(ctx, path.id),
} satisfies AreaHandlers
