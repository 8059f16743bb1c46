import { sql, type Transaction } from 'kysely'
import { type PolicyCopy, policyCopiesSql } from '../db/policy-copies-sql.ts'
import type { DB } from '../db/schema.ts'

/**
 * Document types that are not copied because they concern the end of the old policy: cancellations, proof of sale and
 * DNOC.
 */
const endingTypes = [8, 9, 10, 12, 14, 17]

/**
 * Copies the uploads of policies to other policies, with their versions and certificate readings. Both policies share
 * the stored files.
 */
export const copyUploads = (trx: Transaction<DB>, copies: readonly PolicyCopy[]) =>
  sql`with doc as materialized (
      select new_id() as new_doc_id, copy.to_id, d.* from ${policyCopiesSql(copies)} join policy_docs d on d.policy_id = copy.from_id
      where d.doc_kind = 'upload' and d.doc_type_id <> all(${endingTypes}::smallint[])
    ), version as materialized (
      select new_id() as new_version_id, doc.new_doc_id, v.* from policy_doc_versions v join doc using (policy_doc_id)
    ), docs as (
      insert into policy_docs (policy_doc_id, policy_id, doc_type_id, doc_kind, doc_name, parties_to_sign, is_signed, created_at)
      select new_doc_id, to_id, doc_type_id, doc_kind, doc_name, parties_to_sign, is_signed, created_at from doc
    ), versions as (
      insert into policy_doc_versions (policy_doc_ver_id, policy_doc_id, version, file_id, friendly_name, is_upload, stage,
        sha256, created_by_user_id, created_by_user_name, created_at)
      select new_version_id, new_doc_id, version, file_id, friendly_name, is_upload, stage, sha256, created_by_user_id,
        created_by_user_name, created_at from version
    )
    insert into ocr_records (policy_doc_ver_id, invalid_reason, scanned_address, elevation_based_on, c2a, c2e, datum,
      for_code, created_at, verification_status, verified_at, verified_by_user_name)
    select new_version_id, o.invalid_reason, o.scanned_address, o.elevation_based_on, o.c2a, o.c2e, o.datum, o.for_code,
      o.created_at, o.verification_status, o.verified_at, o.verified_by_user_name
    from ocr_records o join version using (policy_doc_ver_id)`.execute(trx)
