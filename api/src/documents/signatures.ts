import { Party } from '@tideline/sdk/words'
import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { updateSignedFlags } from '../policy/store.ts'

/** A signature field of a document for one party, with its current state. */
export interface SignatureField {
  slotId: string
  docId: string
  docName: string
  party: Party
  kind: 'signature' | 'initials'
  isSigned: boolean
  /** True if the field was signed in Tideline with an image. False for signatures on paper or from another system. */
  hasPicture: boolean
}

/** Values to write into a signature field. */
export interface SignatureFieldValues {
  slotId: string
  name: string
  initials: string
  imageId?: string | null
}

/** Returns all signature fields of a policy, locked until the transaction ends. */
export async function lockSignatureFields(trx: Transaction<DB>, policyId: string): Promise<SignatureField[]> {
  const rows = await trx
    .selectFrom('policy_doc_signatures as s')
    .innerJoin('policy_docs as d', 'd.policy_doc_id', 's.policy_doc_id')
    .select(['s.policy_doc_signature_id', 's.policy_doc_id', 'd.doc_name', 's.party', 's.kind', 's.signed_at'])
    .select('s.signature_image_id')
    .where('s.policy_id', '=', policyId)
    .orderBy('s.policy_doc_signature_id')
    .forUpdate('s')
    .execute()
  return rows.map((row) => ({
    slotId: row.policy_doc_signature_id,
    docId: row.policy_doc_id,
    docName: row.doc_name,
    party: row.party as Party,
    kind: row.kind as 'signature' | 'initials',
    isSigned: row.signed_at !== null,
    hasPicture: row.signature_image_id !== null,
  }))
}

/** Writes names, images and the time into signature fields. Fields that are already signed do not change. */
export async function fillSignatureFields(
  trx: Transaction<DB>,
  slots: readonly SignatureFieldValues[],
  by: { at: Date; accountId?: string | null; identityId?: string | null },
): Promise<void> {
  await sql`
    update policy_doc_signatures s set signed_by_name = fill.name, signed_by_initials = fill.initials,
      signature_image_id = fill.image_id, signed_at = ${by.at}::timestamptz,
      signed_by_account_id = ${by.accountId ?? null}::uuid, signed_by_identity_id = ${by.identityId ?? null}::uuid
    from unnest(${slots.map(({ slotId }) => slotId)}::uuid[], ${slots.map(({ name }) => name)}::text[],
      ${slots.map(({ initials }) => initials)}::text[], ${slots.map(({ imageId }) => imageId ?? null)}::uuid[])
      as fill (slot_id, name, initials, image_id)
    where s.policy_doc_signature_id = fill.slot_id and s.signed_at is null`.execute(trx)
}

/** Clears the signatures of the given fields. */
export const clearSignatureFields = (trx: Transaction<DB>, slotIds: readonly string[]) =>
  trx
    .updateTable('policy_doc_signatures')
    .set({ signed_by_name: null, signed_by_initials: null, signed_at: null })
    .where('policy_doc_signature_id', 'in', slotIds)
    .execute()

export const getLatestVersion = (trx: Transaction<DB>, docId: string) =>
  trx
    .selectFrom('policy_doc_versions')
    .select(['policy_doc_ver_id as versionId', 'version'])
    .where('policy_doc_id', '=', docId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/**
 * Adds a version with the signed file. It belongs to the same transaction as the previous version, which does not
 * change.
 */
export async function addSignedVersion(
  trx: Transaction<DB>,
  docId: string,
  by: { userId: string | null; name: string; at: Date },
  file: { fileId: string; fileName: string; contentType: string; sha256: string },
): Promise<void> {
  await addVersions(trx, [docId], by, file)
}

/**
 * Adds versions of documents that were signed in another system. Their files are rendered when they are first opened.
 */
export const addSignedVersions = (
  trx: Transaction<DB>,
  docIds: readonly string[],
  by: { userId: string | null; name: string; at: Date },
) => addVersions(trx, docIds, by, { fileId: null, fileName: null, contentType: null, sha256: null })

async function addVersions(
  trx: Transaction<DB>,
  docIds: readonly string[],
  by: { userId: string | null; name: string; at: Date },
  file: Record<'fileId' | 'fileName' | 'contentType' | 'sha256', string | null>,
): Promise<void> {
  await sql`
    insert into policy_doc_versions (policy_doc_id, version, file_id, file_name, content_type, sha256, friendly_name,
      stage, policy_transaction_id, transaction_type, created_by_user_id, created_by_user_name, created_at)
    select v.policy_doc_id, v.version + 1, ${file.fileId}::uuid, ${file.fileName}, ${file.contentType}, ${file.sha256}, v.friendly_name,
      case when exists (select from policy_doc_signatures s where s.policy_doc_id = v.policy_doc_id and s.signed_at is null)
        then 'partlySigned' else 'signed' end,
      v.policy_transaction_id, v.transaction_type, ${by.userId}, ${by.name}, ${by.at}::timestamptz
    from (select distinct on (policy_doc_id) * from policy_doc_versions where policy_doc_id = any(${docIds}::uuid[])
      order by policy_doc_id, version desc) v`.execute(trx)
}

/**
 * Recalculates which documents and parties of a policy are signed. They are signed if all their fields have a name and
 * a date (SIGN-1). Values from clients are ignored (SIGN-8).
 */
export async function recomputeSignedStatus(
  trx: Transaction<DB>,
  policyId: string,
): Promise<{ open1: boolean; open2: boolean }> {
  const { rows } = await sql<{ open1: boolean; open2: boolean }>`
    with documents as (
      update policy_docs d set is_signed = s.is_signed
      from (select policy_doc_id, bool_and(signed_at is not null) as is_signed
            from policy_doc_signatures where policy_id = ${policyId} group by policy_doc_id) s
      where d.policy_doc_id = s.policy_doc_id and d.is_signed <> s.is_signed)
    select coalesce(bool_or(party = ${Party.agent} and signed_at is null), false) as open1,
      coalesce(bool_or(party = ${Party.insured} and signed_at is null), false) as open2
    from policy_doc_signatures where policy_id = ${policyId}`.execute(trx)
  const { open1, open2 } = rows[0] ?? { open1: false, open2: false }
  await updateSignedFlags({ db: trx }, policyId, { agent: !open1, insured: !open2 })
  return { open1, open2 }
}
