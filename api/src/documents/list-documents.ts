import type { Party } from '@tideline/sdk/words'
import type { Kysely } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { type Ctx, isInternal } from '../http/context.ts'
import { requirePolicy } from '../policy/visibility.ts'
import { getRestrictionMessage } from './restrictions.ts'

type DocumentPdf = Operations['listDocumentPdfs']['response']['payload'][number]
type PolicyDocument = Operations['listLatestDocuments']['response']['payload'][number]
type DocTypeId = DocumentPdf['docTypeId']

async function documentRows(db: Kysely<DB>, policyId: string) {
  const documents = await db
    .selectFrom('policy_docs as d')
    .innerJoin('document_types as t', 't.doc_type_id', 'd.doc_type_id')
    .selectAll('d')
    .select('t.name as typeName')
    .where('d.policy_id', '=', policyId)
    .orderBy('d.created_at')
    .orderBy('d.policy_doc_id')
    .execute()
  const versions = await db
    .selectFrom('policy_doc_versions as v')
    .innerJoin('policy_docs as d', 'd.policy_doc_id', 'v.policy_doc_id')
    .leftJoin('files as f', 'f.file_id', 'v.file_id')
    .leftJoin('ocr_records as o', 'o.policy_doc_ver_id', 'v.policy_doc_ver_id')
    .selectAll('v')
    .select([
      'f.size_bytes',
      'o.policy_doc_ver_id as readingId',
      'o.is_read',
      'o.invalid_reason',
      'o.verification_status',
    ])
    .where('d.policy_id', '=', policyId)
    .orderBy('v.version', 'desc')
    .execute()
  const slots = await db
    .selectFrom('policy_doc_signatures')
    .select(['policy_doc_id', 'policy_doc_signature_id', 'party', 'signed_by_name', 'signed_at'])
    .where('policy_id', '=', policyId)
    .orderBy('position')
    .execute()
  return documents.map((document) => ({
    document,
    versions: versions.filter((version) => version.policy_doc_id === document.policy_doc_id),
    slots: slots.filter((slot) => slot.policy_doc_id === document.policy_doc_id),
  }))
}

interface Reviewable {
  readingId: string | null
  invalid_reason: string | null
  verification_status: number | null
}

/**
 * Returns the review tag of a certificate without a staff decision (DOC-4): "Requires Review" if it could not be read,
 * otherwise "Review".
 */
const getReviewTag = (latest: Reviewable | undefined) => {
  if (!latest?.readingId || latest.verification_status !== null) return null
  return latest.invalid_reason === null ? 'Review' : 'Requires Review'
}

interface Dated {
  document: { updated_at: Date }
  versions: { created_at: Date }[]
  slots: { signed_at: Date | null }[]
}

/** Returns whether a document was changed after the given time: it has a new file, a new signature or a changed row. */
const hasChangedAfter = (moment: number, { document, versions, slots }: Dated) =>
  [document.updated_at, ...versions.map((one) => one.created_at), ...slots.map((one) => one.signed_at)].some(
    (at) => at !== null && at.getTime() > moment,
  )

/**
 * Returns the documents of a policy that the caller can see, optionally only those changed after a given time. If a
 * document cannot be opened yet, its `restriction` contains the reason. Throws 404.
 */
async function getVisibleDocuments(ctx: Ctx, policyNo: string, changedAfter: string | undefined) {
  const policy = await requirePolicy(ctx, policyNo)
  const rows = await documentRows(ctx.db, policy.policyId)
  const states = rows.map(({ document, slots }) => ({
    docKind: document.doc_kind,
    isSigned: slots.every((slot) => slot.signed_at !== null),
  }))
  const moment = changedAfter === undefined ? undefined : Date.parse(changedAfter)
  const wanted = moment === undefined ? rows : rows.filter((row) => hasChangedAfter(moment, row))
  return wanted.map((row) => ({
    ...row,
    restriction: getRestrictionMessage(row.document.doc_kind, policy, states, isInternal(ctx.actor)),
  }))
}

/** Lists the latest file of each document. Throws 404. */
export async function listDocumentPdfs(ctx: Ctx, policyNo: string, changedAfter?: string): Promise<DocumentPdf[]> {
  const rows = await getVisibleDocuments(ctx, policyNo, changedAfter)
  return rows.flatMap(({ document, versions: [latest], restriction }) =>
    latest
      ? {
          docTypeId: document.doc_type_id as DocTypeId,
          docName: document.doc_name,
          policyDocId: document.policy_doc_id,
          policyDocVerId: latest.policy_doc_ver_id,
          link: restriction ? null : latest.policy_doc_ver_id,
          createdAt: latest.created_at.toISOString(),
          isUpload: latest.is_upload,
          restriction,
        }
      : [],
  )
}

/** Lists documents, newest first, with all versions or only the latest one. Throws 404. */
export async function listDocuments(
  ctx: Ctx,
  policyNo: string,
  { which, changedAfter }: { which: 'latest' | 'all'; changedAfter?: string | undefined },
): Promise<PolicyDocument[]> {
  const rows = await getVisibleDocuments(ctx, policyNo, changedAfter)
  return rows.map(({ document, versions, slots, restriction }) => ({
    policyDocId: document.policy_doc_id,
    docName: document.doc_name,
    docTypeId: document.doc_type_id as DocTypeId,
    typeName: document.typeName,
    partiesToSign: document.parties_to_sign as Party[],
    signatures: slots.map((slot) => ({
      policyDocSignatureId: slot.policy_doc_signature_id,
      party: slot.party as Party,
      signedByName: slot.signed_by_name,
      signedAt: slot.signed_at?.toISOString() ?? null,
    })),
    restriction,
    reviewTag: isInternal(ctx.actor) ? getReviewTag(versions[0]) : null,
    versions: (which === 'all' ? versions : versions.slice(0, 1)).map((version) => ({
      policyDocVerId: version.policy_doc_ver_id,
      policyDocId: document.policy_doc_id,
      link: restriction ? null : version.policy_doc_ver_id,
      ...(version.file_name ? { fileName: version.file_name } : {}),
      createdAt: version.created_at.toISOString(),
      createdByUserName: version.created_by_user_name,
      isUpload: version.is_upload,
      docType: document.typeName,
      policyTransactionId: version.policy_transaction_id,
      transactionType: version.transaction_type as PolicyDocument['versions'][number]['transactionType'],
      invoiceId: version.invoice_id,
      ...(version.sha256 ? { sha256: version.sha256 } : {}),
      ...(version.size_bytes === null ? {} : { sizeBytes: version.size_bytes }),
      isUnreadable: version.is_read === false,
    })),
  }))
}
