import { Party } from '@tideline/sdk/words'
import type { Kysely, Transaction } from 'kysely'
import { formatDateTime } from '../calendar/format-date.ts'
import type { DB } from '../db/schema.ts'
import type { Ctx } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import type { StoredFile } from '../providers/files/stored-file.ts'
import type { Providers } from '../providers/index.ts'
import type { PolicyDocumentData } from '../providers/pdf/policy-documents.ts'
import type { ComposedPdf, Signer } from '../providers/pdf/sheet.ts'
import type { SignatureStamp, SigningRecordContent } from '../providers/pdf/stamp.ts'
import { getDocumentData } from './document-data.ts'
import { listEmailChanges } from './email-change-record.ts'

type Storage = Pick<Providers, 'pdf' | 'files'>

/** Stored file content. Uploads with the same content share it, but each upload has its own name. */
export interface StoredContent {
  fileId: string
  storageKey: string
  sha256: string
}

export interface DocumentFile extends StoredContent {
  contentType: string
  fileName: string
}

/**
 * Records a file whose content is already in the storage. Identical content is recorded as one file. Storing the
 * content before the transaction keeps locks short.
 */
export async function recordStoredFile(
  trx: Transaction<DB>,
  { key, sha256, size }: StoredFile,
): Promise<StoredContent> {
  const { file_id } = await trx
    .insertInto('files')
    .values({ sha256, size_bytes: size, storage_key: key })
    .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ storage_key: key }))
    .returning('file_id')
    .executeTakeFirstOrThrow()
  return { fileId: file_id, storageKey: key, sha256 }
}

const getFileName = (docName: string) => `${docName.trim().replace(/[^\w.-]+/g, '_')}.pdf`

/**
 * Renders a document of the given kind. A kind without its own layout is rendered as a notice with the statements to
 * sign.
 */
function renderForm(
  { pdf }: Storage,
  kind: string,
  name: string,
  facts: PolicyDocumentData,
  slots: SlotRow[],
): Promise<ComposedPdf> {
  const signers: Signer[] = slots.map(({ party, kind, docText }) => ({ party, kind, signingStatement: docText }))
  switch (kind) {
    case 'application':
      return pdf.policyApplication(facts, signers)
    case 'policy':
      return pdf.policyAgreement(facts, signers)
    case 'decPage':
      return pdf.declarationsPage(facts)
    default:
      return pdf.notice({
        title: name,
        reference: `Policy ${facts.policyNo}`,
        facts: [
          ['Policy number', facts.policyNo],
          ['Insured', facts.insuredName],
          ['Insured property', facts.propertyAddress],
          ['Agency', `${facts.agencyName} (${facts.agencyNo})`],
        ],
        paragraphs: [],
        signers,
        issuedAt: facts.issuedAt,
      })
  }
}

interface SlotRow {
  id: string
  party: Party
  kind: 'signature' | 'initials'
  docText: string
  signedByName: string | null
  signedByInitials: string | null
  signedAt: Date | null
  imageId: string | null
  page: number
  x: number
  y: number
  width: number
  height: number
}

const getSlots = async (trx: Kysely<DB>, docId: string): Promise<SlotRow[]> =>
  trx
    .selectFrom('policy_doc_signatures')
    .select([
      'policy_doc_signature_id as id',
      'party',
      'kind',
      'doc_text as docText',
      'signed_by_name as signedByName',
      'signed_by_initials as signedByInitials',
      'signed_at as signedAt',
      'signature_image_id as imageId',
      'page',
      'x',
      'y',
      'width',
      'height',
    ])
    .where('policy_doc_id', '=', docId)
    .orderBy('position')
    .$narrowType<{ party: Party; kind: 'signature' | 'initials' }>()
    .execute()

/** Returns the stamps to print in the signed signature fields. */
export async function getSignatureStamps(
  trx: Kysely<DB>,
  docId: string,
  slotIds?: ReadonlySet<string>,
): Promise<SignatureStamp[]> {
  const slots = (await getSlots(trx, docId)).filter((slot) => slot.signedAt && (slotIds?.has(slot.id) ?? true))
  const imageIds = slots.flatMap((slot) => slot.imageId ?? [])
  const images = imageIds.length
    ? await trx.selectFrom('signature_images').selectAll().where('signature_image_id', 'in', imageIds).execute()
    : []
  const byId = new Map(images.map((image) => [image.signature_image_id, new Uint8Array(image.image_png)]))
  return slots.map((slot) => {
    const image = slot.imageId ? byId.get(slot.imageId) : undefined
    return {
      page: slot.page,
      x: slot.x,
      y: slot.y,
      width: slot.width,
      height: slot.height,
      name: (slot.kind === 'initials' ? slot.signedByInitials : null) ?? slot.signedByName ?? '',
      signedAt: formatDateTime(slot.signedAt ?? new Date(0)),
      ...(image ? { image } : {}),
    }
  })
}

/** Labels of the methods of identifying a signer, as printed in the signing record (SIGN-4). */
const identificationLabels: Record<string, string> = {
  account: 'Account log-in',
  mailbox: 'Link to email on file',
  code: 'Code to email on file',
  link: 'Link, phone and ZIP',
}

/** A signing event as printed in the signing record. */
interface SigningStep {
  event: string
  party: number
  actorName: string
  identifiedBy: string | null | undefined
  ip: string | null
  at: Date
}

const formatStep = ({ event, party, actorName, identifiedBy, ip, at }: SigningStep) => ({
  time: at,
  what: event,
  who: `${actorName} (${party === Party.agent ? 'agent' : 'insured'})`,
  how: identificationLabels[identifiedBy ?? ''] ?? '',
  from: ip ?? '',
})

interface SigningRecordInput {
  policyId: string
  docId: string
  docName: string
  reference: string
}

/**
 * Returns the signing record of a document at the time of signing. It includes changes of the insured's email address
 * (SIGN-10).
 *
 * @param signing the current signatures, which are not stored yet
 */
export async function getSigningRecord(
  trx: Kysely<DB>,
  { policyId, docId, docName, reference }: SigningRecordInput,
  signedAt: Date,
  signing: readonly SigningStep[] = [],
): Promise<SigningRecordContent> {
  const events = await trx
    .selectFrom('signing_events')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where((eb) => eb.or([eb('policy_doc_id', 'is', null), eb('policy_doc_id', '=', docId)]))
    .orderBy('signing_event_id')
    .execute()
  const steps = [
    ...events.map(({ event, party, actor_name: actorName, details, ip, occurred_at: at }) => ({
      ...{ event, party, actorName, ip, at },
      identifiedBy: details.identifiedBy,
    })),
    ...signing,
  ].map(formatStep)
  const changes = (await listEmailChanges(trx, policyId, signedAt)).map((entry) => ({
    time: entry.at,
    what: `email address changed: ${entry.change}`,
    who: `${entry.changedBy} (${entry.isChangedByInsured ? 'insured' : 'staff'})`,
    how: entry.confirmation,
    from: '',
  }))
  return {
    documentName: docName,
    reference,
    events: [...steps, ...changes]
      .toSorted((one, other) => one.time.getTime() - other.time.getTime())
      .map(({ time, ...entry }) => ({ ...entry, at: formatDateTime(time) })),
  }
}

/** Returns the file of a version. Returns undefined if it was never opened or signed, or if its upload is missing. */
export async function findDocumentFile(db: Kysely<DB>, versionId: string): Promise<DocumentFile | undefined> {
  const version = await findVersion(db, versionId)
  return version && getFile(version)
}

const findVersion = (db: Kysely<DB>, versionId: string) =>
  db
    .selectFrom('policy_doc_versions as v')
    .innerJoin('policy_docs as d', 'd.policy_doc_id', 'v.policy_doc_id')
    .innerJoin('policies as p', 'p.policy_id', 'd.policy_id')
    .leftJoin('files as f', 'f.file_id', 'v.file_id')
    .select([
      'v.stage',
      'v.created_at',
      'v.created_by_user_name',
      'v.policy_transaction_id',
      'v.lienholders',
      'f.file_id',
      'f.storage_key',
    ])
    .select([
      'f.sha256',
      'v.content_type',
      'v.file_name',
      'd.policy_doc_id',
      'd.doc_kind',
      'd.doc_name',
      'd.policy_id',
      'p.policy_no',
    ])
    .where('v.policy_doc_ver_id', '=', versionId)
    .executeTakeFirst()

type VersionRow = NonNullable<Awaited<ReturnType<typeof findVersion>>>

const getFile = (version: VersionRow): DocumentFile | undefined =>
  version.file_id && version.storage_key && version.sha256
    ? {
        fileId: version.file_id,
        storageKey: version.storage_key,
        sha256: version.sha256,
        contentType: version.content_type ?? 'application/octet-stream',
        fileName: version.file_name ?? getFileName(version.doc_name),
      }
    : undefined

/**
 * Renders the form as of its transaction and stores the file. If the version has signatures from an import or demo data,
 * they are stamped on the form.
 */
async function renderVersion(db: Kysely<DB>, storage: Storage, version: VersionRow, transactionId: string) {
  const facts = await getDocumentData(db, transactionId, version.created_at, version.lienholders as string[] | null)
  const slots = await getSlots(db, version.policy_doc_id)
  const form = await renderForm(storage, version.doc_kind, version.doc_name, facts, slots)
  const places = slots.flatMap(({ id }, index) => {
    const place = form.placements[index]
    return place ? [{ id, place }] : []
  })
  const stamps = (await getSignatureStamps(db, version.policy_doc_id)).map((stamp, index) => ({
    ...stamp,
    ...form.placements[getSignedIndexes(slots)[index] ?? -1],
  }))
  const { bytes } =
    version.stage === 'issued'
      ? form
      : await storage.pdf.stampSignatures(
          form.bytes,
          stamps,
          await getSigningRecord(
            db,
            {
              ...{ policyId: version.policy_id, docId: version.policy_doc_id, docName: version.doc_name },
              reference: `Policy ${version.policy_no}`,
            },
            version.created_at,
          ),
        )
  return { places, stored: await storage.files.put(bytes, 'application/pdf') }
}

/** Returns the indexes of the fields that are signed. */
const getSignedIndexes = (slots: SlotRow[]) => slots.flatMap(({ signedAt }, index) => (signedAt ? [index] : []))

/**
 * Returns the file of a version and renders it if it does not exist yet. Call it outside a transaction because
 * rendering is slow. If another request renders the file at the same time, only one file is recorded. Returns undefined
 * if the uploaded file is missing.
 */
export async function ensureDocumentFile(
  ctx: Pick<Ctx, 'db' | 'providers'>,
  versionId: string,
): Promise<DocumentFile | undefined> {
  const version = await findVersion(ctx.db, versionId)
  if (!version) return undefined
  const known = getFile(version)
  if (known) return known
  if (version.stage === 'uploaded' || !version.policy_transaction_id) return undefined
  const { places, stored } = await renderVersion(ctx.db, ctx.providers, version, version.policy_transaction_id)
  // A file can be rendered again, so it does not mark the request's `Idempotency-Key` as committed (SYS-3).
  return runInTransaction({ db: ctx.db }, async ({ db }) => {
    await db
      .selectFrom('policy_doc_versions')
      .select('policy_doc_ver_id')
      .where('policy_doc_ver_id', '=', versionId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const first = await findDocumentFile(db, versionId)
    if (first) return first
    for (const { id, place } of places) {
      const { page, x, y, width, height } = place
      await db
        .updateTable('policy_doc_signatures')
        .set({ page, x, y, width, height })
        .where('policy_doc_signature_id', '=', id)
        .execute()
    }
    const named = { contentType: 'application/pdf', fileName: getFileName(version.doc_name) }
    const file = await recordStoredFile(db, stored)
    await db
      .updateTable('policy_doc_versions')
      .set({
        file_id: file.fileId,
        sha256: file.sha256,
        file_name: named.fileName,
        content_type: named.contentType,
      })
      .where('policy_doc_ver_id', '=', versionId)
      .execute()
    return { ...file, ...named }
  })
}
