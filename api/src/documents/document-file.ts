import type { Transaction } from 'kysely'
import { momentInWords } from '../calendar/moment-words.ts'
import type { DB } from '../db/schema.ts'
import type { Content } from '../providers/files/stored-file.ts'
import type { Providers } from '../providers/index.ts'
import type { PolicyFacts } from '../providers/pdf/policy-documents.ts'
import type { ComposedPdf, Signer } from '../providers/pdf/sheet.ts'
import type { Audit, Stamp } from '../providers/pdf/stamp.ts'
import { policyFactsOf } from './policy-facts.ts'

type Storage = Pick<Providers, 'pdf' | 'files'>

/** Where bytes are kept. Several uploads may share them; what they are called is each upload's own. */
export interface KeptFile {
  fileId: string
  storageKey: string
  sha256: string
}

export interface DocumentFile extends KeptFile {
  contentType: string
  fileName: string
}

/** Puts content where files are and notes it down; the same bytes are one file, whoever brings them. */
export async function storeFile(
  trx: Transaction<DB>,
  { files }: Pick<Providers, 'files'>,
  content: Content,
  contentType: string,
): Promise<KeptFile> {
  const { key, sha256, size } = await files.put(content, contentType)
  const { file_id } = await trx
    .insertInto('files')
    .values({ sha256, size_bytes: size, storage_key: key })
    .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ storage_key: key }))
    .returning('file_id')
    .executeTakeFirstOrThrow()
  return { fileId: file_id, storageKey: key, sha256 }
}

const fileNameOf = (docName: string) => `${docName.trim().replace(/[^\w.-]+/g, '_')}.pdf`

/** What a paper of a kind says; a kind that has no form of its own is a notice with what its signers say. */
function compose(
  { pdf }: Storage,
  kind: string,
  name: string,
  facts: PolicyFacts,
  slots: SlotRow[],
): Promise<ComposedPdf> {
  const signers: Signer[] = slots.map(({ party, kind: signs, docText }) => ({ party, kind: signs, says: docText }))
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
  party: 1 | 2
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

const slotsOf = async (trx: Transaction<DB>, docId: string): Promise<SlotRow[]> =>
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
    .$narrowType<{ party: 1 | 2; kind: 'signature' | 'initials' }>()
    .execute()

/** The stamps of slots that are signed. */
export async function stampsOf(trx: Transaction<DB>, docId: string, slotIds?: ReadonlySet<string>): Promise<Stamp[]> {
  const slots = (await slotsOf(trx, docId)).filter((slot) => slot.signedAt && (slotIds?.has(slot.id) ?? true))
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
      signedAt: momentInWords(slot.signedAt ?? new Date(0)),
      ...(image ? { image } : {}),
    }
  })
}

/** How a signer was identified, as the signature record prints it (decision 84). */
const waysInWords: Record<string, string> = {
  account: 'Account log-in',
  mailbox: 'Link to email on file',
  code: 'Code to email on file',
  link: 'Link, phone and ZIP',
}

/** The trail of a document for the page that proves its signatures. */
export async function auditOf(
  trx: Transaction<DB>,
  policyId: string,
  docId: string,
  docName: string,
  reference: string,
): Promise<Audit> {
  const events = await trx
    .selectFrom('signing_events')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where((eb) => eb.or([eb('policy_doc_id', 'is', null), eb('policy_doc_id', '=', docId)]))
    .orderBy('signing_event_id')
    .execute()
  return {
    documentName: docName,
    reference,
    events: events.map((event) => ({
      at: momentInWords(event.occurred_at),
      what: event.event,
      who: `${event.actor_name} (${event.party === 1 ? 'agent' : 'insured'})`,
      how: waysInWords[event.details.identifiedBy ?? ''] ?? '',
      from: event.ip ?? '',
    })),
  }
}

/**
 * The file of a version, made now if nobody has opened it yet: the form as its transaction printed it, and, for a
 * version that was signed elsewhere (an import, the demo book), the signatures. Locks the version, so that two readers
 * make one file. Undefined for a version that lost its upload.
 */
export async function ensureFile(
  trx: Transaction<DB>,
  storage: Storage,
  versionId: string,
): Promise<DocumentFile | undefined> {
  const version = await trx
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
    .forUpdate('v')
    .executeTakeFirstOrThrow()
  if (version.file_id && version.storage_key && version.sha256)
    return {
      fileId: version.file_id,
      storageKey: version.storage_key,
      sha256: version.sha256,
      contentType: version.content_type ?? 'application/octet-stream',
      fileName: version.file_name ?? fileNameOf(version.doc_name),
    }
  if (version.stage === 'uploaded' || !version.policy_transaction_id) return undefined
  const facts = await policyFactsOf(
    trx,
    version.policy_transaction_id,
    version.created_at,
    version.lienholders as string[] | null,
  )
  const slots = await slotsOf(trx, version.policy_doc_id)
  const form = await compose(storage, version.doc_kind, version.doc_name, facts, slots)
  for (const [index, slot] of slots.entries()) {
    const place = form.placements[index]
    if (!place) continue
    const { page, x, y, width, height } = place
    await trx
      .updateTable('policy_doc_signatures')
      .set({ page, x, y, width, height })
      .where('policy_doc_signature_id', '=', slot.id)
      .execute()
  }
  const isSigned = version.stage !== 'issued'
  const { bytes } = isSigned
    ? await storage.pdf.stampSignatures(
        form.bytes,
        await stampsOf(trx, version.policy_doc_id),
        await auditOf(trx, version.policy_id, version.policy_doc_id, version.doc_name, `Policy ${version.policy_no}`),
      )
    : form
  const named = { contentType: 'application/pdf', fileName: fileNameOf(version.doc_name) }
  const file = await storeFile(trx, storage, bytes, named.contentType)
  await trx
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
}
