import type { Party } from '@tideline/sdk/words'
import type { Kysely } from 'kysely'
import { getPropertyDate } from '../calendar/property-date.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { type Ctx, getSigningParty, isInternal } from '../http/context.ts'
import { getBalanceAndAmountDue } from '../ledger/invoices.ts'
import type { Policy } from '../policy/visibility.ts'

export type PolicyDocuments = Operations['getPolicyDocuments']['response']['payload']
export type PolicyDocStatus = PolicyDocuments['policyDocStatus']
type DocumentWithSignatures = PolicyDocStatus['documentsWithSignatures'][number]

/** Returns whether a drawn signature on the policy requires New York's ELANY notice (SIGN-6). */
export const requiresElanyNotice = (policy: Pick<Policy, 'state'>) => policy.state === 'NY'

const getRows = (db: Kysely<DB>, policyId: string) =>
  db
    .selectFrom('policy_doc_signatures as s')
    .innerJoin('policy_docs as d', 'd.policy_doc_id', 's.policy_doc_id')
    .innerJoin('document_types as t', 't.doc_type_id', 'd.doc_type_id')
    .leftJoin('signature_images as i', 'i.signature_image_id', 's.signature_image_id')
    .select([
      'd.policy_doc_id',
      'd.doc_name',
      'd.doc_type_id',
      't.name as typeName',
      'd.parties_to_sign',
      'd.created_at',
    ])
    .select(['s.policy_doc_signature_id', 's.party', 's.kind', 's.doc_text', 's.signed_at', 's.signed_by_name'])
    .select(['s.signed_by_initials', 's.signature_image_id', 'i.image_png'])
    .select((eb) =>
      eb
        .selectFrom('policy_doc_versions as v')
        .select('v.policy_doc_ver_id')
        .whereRef('v.policy_doc_id', '=', 'd.policy_doc_id')
        .orderBy('v.version', 'desc')
        .limit(1)
        .as('latest'),
    )
    .where('s.policy_id', '=', policyId)
    .orderBy('d.created_at')
    .orderBy('d.policy_doc_id')
    .orderBy('s.position')
    .execute()

/**
 * Returns whether a document is signed: every signature field has its signer's name. A policy is signed if all its
 * documents are signed.
 */
export const isDocumentSigned = ({ signatures }: { signatures: readonly { signedByName: string | null }[] }) =>
  signatures.every(({ signedByName }) => Boolean(signedByName))

/**
 * Returns the signing and payment status of a policy. Signature images are returned only to their signer and to staff.
 */
export async function getPolicyDocStatus(ctx: Ctx, policy: Policy): Promise<PolicyDocStatus> {
  const rows = await getRows(ctx.db, policy.policyId)
  const documents = new Map<string, DocumentWithSignatures>()
  for (const row of rows) {
    const document = documents.get(row.policy_doc_id) ?? {
      policyDocId: row.policy_doc_id,
      ...(row.latest ? { policyDocVerId: row.latest } : {}),
      docName: row.doc_name,
      docTypeId: row.doc_type_id as DocumentWithSignatures['docTypeId'],
      typeName: row.typeName,
      partiesToSign: row.parties_to_sign as Party[],
      link: row.latest,
      isSigned: false,
      requiresElanyNotice: requiresElanyNotice(policy),
      signatures: [],
    }
    documents.set(row.policy_doc_id, document)
    const maySeeImage = isInternal(ctx.actor) || getSigningParty(ctx.actor) === row.party
    document.signatures.push({
      policyDocSignatureId: row.policy_doc_signature_id,
      policyDocId: row.policy_doc_id,
      party: row.party as Party,
      kind: row.kind as 'signature' | 'initials',
      docText: row.doc_text,
      signedAt: row.signed_at?.toISOString() ?? null,
      signedByName: row.signed_by_name,
      signedByInitials: row.signed_by_initials,
      signedImage: row.image_png && maySeeImage ? `data:image/png;base64,${row.image_png.toString('base64')}` : null,
      signatureImageId: row.signature_image_id,
    })
  }
  const list = [...documents.values()]
  for (const document of list) document.isSigned = isDocumentSigned(document)
  const billing = await getBalanceAndAmountDue(ctx.db, policy.policyId, getPropertyDate(ctx.now, policy))
  return {
    policyNo: policy.policyNo,
    documentsWithSignatures: list,
    isPolicySigned: list.every(isDocumentSigned),
    isPolicyPaid: billing.currentlyDueCents <= 0,
  }
}

/**
 * Returns the positions of the signature fields in a policy's documents. A document has no positions until it is first
 * rendered.
 */
export const getSignatureFieldPositions = (db: Kysely<DB>, policyId: string): Promise<PolicyDocuments['places']> =>
  db
    .selectFrom('policy_doc_signatures as s')
    .select(['s.policy_doc_signature_id as policyDocSignatureId', 's.page', 's.x', 's.y', 's.width', 's.height'])
    .where('s.policy_id', '=', policyId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('policy_doc_versions as v')
          .select('v.policy_doc_ver_id')
          .whereRef('v.policy_doc_id', '=', 's.policy_doc_id')
          .where('v.stage', '!=', 'uploaded')
          .where('v.file_id', 'is not', null),
      ),
    )
    .orderBy('s.policy_doc_id')
    .orderBy('s.position')
    .execute()

/** Returns the values read from the policy's latest elevation certificate. Staff verify these values. */
export async function getExtractedCertificateValues(
  db: Kysely<DB>,
  policyId: string,
): Promise<PolicyDocuments['policyDocOCR']> {
  const row = await db
    .selectFrom('ocr_records as o')
    .innerJoin('policy_doc_versions as v', 'v.policy_doc_ver_id', 'o.policy_doc_ver_id')
    .innerJoin('policy_docs as d', 'd.policy_doc_id', 'v.policy_doc_id')
    .selectAll('o')
    .where('d.policy_id', '=', policyId)
    .orderBy('o.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row
    ? {
        policyDocVerId: row.policy_doc_ver_id,
        isReadable: row.is_read,
        invalidReason: row.invalid_reason,
        scannedAddress: row.scanned_address,
        elevationBasedOn: row.elevation_based_on,
        c2A: row.c2a,
        c2E: row.c2e,
        forCode: row.for_code,
        verificationStatus: row.verification_status as 6 | 8 | null,
      }
    : null
}
