import { getSigningParty, isInternal } from '../http/context.ts'
import type { AreaHandlers } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { signingConsent } from './consent.ts'
import { getExtractedCertificateValues, getPolicyDocStatus, getSignatureFieldPositions } from './policy-doc-status.ts'
import { saveSignedFlag } from './save-signed-flag.ts'
import { saveSigningEvent } from './save-signing-event.ts'
import { signDocuments } from './sign-documents.ts'
import { hasConsented, readSigningRecord } from './signing-record.ts'

export const signingHandlers = {
  getPolicyDocuments: async (ctx, { path }) => {
    const policy = await requirePolicy(ctx, path.policyNo)
    const policyDocStatus = await getPolicyDocStatus(ctx, policy)
    const policyDocOCR = isInternal(ctx.actor) ? await getExtractedCertificateValues(ctx.db, policy.policyId) : null
    const party = getSigningParty(ctx.actor)
    const isConsented =
      party !== undefined && (await hasConsented(ctx.db, policy.policyId, party, signingConsent.version))
    const places = await getSignatureFieldPositions(ctx.db, policy.policyId)
    return ok({ policyDocStatus, policyDocOCR, hasConsented: isConsented, places })
  },

  signDocuments: async (ctx, { body }) => ok(await signDocuments(ctx, body)),

  prepareDocumentsToSign: async (ctx, { body }) => {
    const policy = await requirePolicy(ctx, body.policyNo)
    const status = await getPolicyDocStatus(ctx, policy)
    const party = getSigningParty(ctx.actor)
    const named = new Set(body.documentsWithSignatures?.map((document) => document.policyDocId))
    const waiting = status.documentsWithSignatures
      .filter((document) => named.size === 0 || named.has(document.policyDocId))
      .map((document) => ({
        ...document,
        signatures: document.signatures.filter((slot) => !slot.signedAt && (!party || slot.party === party)),
      }))
      .filter((document) => document.signatures.length > 0)
    return ok({ ...status, documentsWithSignatures: waiting })
  },

  saveSignedFlag: async (ctx, { body }) => ok(await saveSignedFlag(ctx, body)),

  getSigningConsent: () => ok(signingConsent),

  recordSigningEvent: async (ctx, { body }) => ({ ...ok(await saveSigningEvent(ctx, body)), statusCode: 201 }),

  listSigningEvents: async (ctx, { path }) => {
    const { policyId } = await requirePolicy(ctx, path.policyNo)
    return ok(await readSigningRecord(ctx.db, policyId))
  },
} satisfies AreaHandlers
