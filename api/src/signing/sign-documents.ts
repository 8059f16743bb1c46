import { Party } from '@tideline/sdk/words'
import { requireIdentifiedInsured } from '../accounts/identification.ts'
import { writeAuditEntry } from '../audit/audit.ts'
import { scheduleCancellationReview } from '../cancellation-watch/schedule-review.ts'
import {
  ensureDocumentFile,
  findDocumentFile,
  getSignatureStamps,
  getSigningRecord,
  recordStoredFile,
} from '../documents/document-file.ts'
import { type RenderedFiles, withRenderedFiles } from '../documents/rendered-files.ts'
import {
  addSignedVersion,
  getLatestVersion,
  lockSignatureFields,
  recomputeSignedStatus,
} from '../documents/signatures.ts'
import type { Operations } from '../generated/operations.ts'
import { createConflictError, createForbiddenError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getAccountId, getActorName, getSigningParty, type TransactionContext } from '../http/context.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { staffCannotSignRule } from '../policy/can/signing.ts'
import { changePolicy } from '../policy/change-policy.ts'
import type { Policy } from '../policy/visibility.ts'
import { signingConsent } from './consent.ts'
import { documentsSignedEvent } from './events.ts'
import { getFieldsToSign, requireElanyNotice } from './fields-to-sign.ts'
import { getPolicyDocStatus, type PolicyDocStatus, requiresElanyNotice } from './policy-doc-status.ts'
import { addSigningEvents, getIdentificationMethod, hasConsented, type NewSigningEvent } from './signing-record.ts'
import { saveFieldSignatures } from './store.ts'

type Request = NonNullable<Operations['signDocuments']['body']>

/** Throws 422 unless the party consents in this request or consented before (SIGN-3). */
async function requireConsent(ctx: TransactionContext, policy: Policy, party: Party, given: Request['consent']) {
  const { version } = signingConsent
  if (given && given.version !== version)
    throw createUnprocessableError(
      'consent_outdated',
      'consent.version: the consent text has changed. Please read it again.',
      'consent.version',
    )
  if (await hasConsented(ctx.db, policy.policyId, party, version)) return
  if (!given)
    throw createUnprocessableError(
      'missing_consent',
      'consent: please agree to electronic records and signatures first.',
      'consent',
    )
  const { policyId } = policy
  await addSigningEvents(ctx, [{ policyId, party, event: 'consented', details: { consentVersion: version } }])
}

/** Rendered files for signing, and the context for rendering more files outside the transaction. */
interface Rendered {
  files: RenderedFiles
  outer: Ctx
}

interface Signed {
  docId: string
  docName: string
  slotIds: string[]
}

/**
 * Stamps new signatures into a document's file. Stores the result as a new version with its hash and the signing record
 * as its last page. The previous version does not change. Returns undefined if a file must be rendered first.
 */
async function stampDocument(
  ctx: TransactionContext,
  { policy, party, rendered }: { policy: Policy; party: Party; rendered: Rendered },
  document: Signed,
) {
  const { versionId } = await getLatestVersion(ctx.db, document.docId)
  let file = await findDocumentFile(ctx.db, versionId)
  if (!file) {
    const renderedFile = await rendered.files.get({ versionId }, async () => ({
      file: await ensureDocumentFile(rendered.outer, versionId),
    }))
    if (!renderedFile) return undefined
    file = renderedFile.file
  }
  if (!file) throw createConflictError('missing_file', `${document.docName} has no file to sign.`)
  const { policyId } = policy
  const events = document.slotIds.map(
    (policyDocSignatureId): NewSigningEvent => ({
      policyId,
      party,
      event: 'signed',
      policyDocId: document.docId,
      policyDocSignatureId,
    }),
  )
  const { storageKey } = file
  const stamps = await getSignatureStamps(ctx.db, document.docId, new Set(document.slotIds))
  const audit = await getSigningRecord(
    ctx.db,
    { policyId, docId: document.docId, docName: document.docName, reference: `Policy ${policy.policyNo}` },
    ctx.now,
    // The signature rows are written later, when the hash of the file is known.
    document.slotIds.map(() => ({
      ...{ event: 'signed', party, actorName: getActorName(ctx.actor), ip: ctx.ip },
      ...{ at: ctx.now, identifiedBy: getIdentificationMethod(ctx.actor) },
    })),
  )
  const contentType = 'application/pdf'
  const content = await rendered.files.get({ storageKey, stamps, audit }, async () => {
    const { files, pdf } = ctx.providers
    const stamped = await pdf.stampSignatures(await files.bytes(storageKey), stamps, audit)
    return files.put(stamped.bytes, contentType)
  })
  if (!content) return undefined
  const stored = await recordStoredFile(ctx.db, content)
  const by = { userId: getAccountId(ctx.actor), name: getActorName(ctx.actor), at: ctx.now }
  await addSignedVersion(ctx.db, document.docId, by, { ...stored, fileName: file.fileName, contentType })
  const hashes = { sha256Before: file.sha256, sha256After: stored.sha256 }
  await addSigningEvents(
    ctx,
    events.map((event) => ({ ...event, details: hashes })),
  )
  return { document: document.docName, ...hashes }
}

/**
 * Signs the signature fields that have an image in the request. Agents sign as party 1 and insureds as party 2; staff
 * cannot sign (SIGN-2). Uses one transaction. Repeating the request changes nothing. Throws 403, 404, 409 or 422.
 */
export const signDocuments = (ctx: Ctx, request: Request): Promise<PolicyDocStatus> =>
  withRenderedFiles(ctx, (files) => signWithFiles({ files, outer: ctx }, request))

async function signWithFiles(rendered: Rendered, request: Request): Promise<PolicyDocStatus> {
  return changePolicy(rendered.outer, request.policyNo, 'sign', async (caller, policy) => {
    const ctx = await requireIdentifiedInsured(caller, policy)
    const party = getSigningParty(ctx.actor)
    if (!party) throw createForbiddenError(staffCannotSignRule.reason)
    const before = await lockSignatureFields(ctx.db, policy.policyId)
    const sent = request.documentsWithSignatures.flatMap((document) => document.signatures)
    const slots = await getFieldsToSign(sent, before, party)
    requireElanyNotice(requiresElanyNotice(policy), request)
    await requireConsent(ctx, policy, party, request.consent)
    const style = request.useTextSignature ? 'typed' : 'drawn'
    const documents = new Map<string, Signed>()
    for (const { slot } of slots) {
      const document = documents.get(slot.docId) ?? { docId: slot.docId, docName: slot.docName, slotIds: [] }
      document.slotIds.push(slot.slotId)
      documents.set(slot.docId, document)
    }
    await saveFieldSignatures(ctx.db, policy.policyId, slots, { actor: ctx.actor, now: ctx.now, style })
    const files = []
    for (const document of documents.values())
      files.push(await stampDocument(ctx, { policy, party, rendered }, document))
    rendered.files.requireAll()
    const { open1, open2 } = await recomputeSignedStatus(ctx.db, policy.policyId)
    await scheduleCancellationReview(ctx, policy)
    const isDone = party === Party.agent ? !open1 : !open2
    if (isDone) await addSigningEvents(ctx, [{ policyId: policy.policyId, party, event: 'completed' }])
    if (!(open1 || open2 || policy.isPendingCancel))
      await appendEvent(ctx.db, 'policy.signed', { policyId: policy.policyId }, {}, ctx.now)
    const isOthersTurn = isDone && Boolean(party === Party.agent ? open2 : open1)
    await publishEvent(ctx, documentsSignedEvent, { policy, party, isOthersTurn })
    await writeAuditEntry(ctx, {
      action: 'documents.sign',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { party, style, files, isDone },
    })
    return getPolicyDocStatus(ctx, policy)
  })
}
