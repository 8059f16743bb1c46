import { sql } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import type { Operations } from '../generated/operations.ts'
import { createConflictError, createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { createVisibilityCondition } from '../policy/visibility.ts'

type Reading = Operations['getElevationReading']['response']['payload']

interface ReadingRow extends Reading {
  policyId: string
  policyNo: string
  isLatest: boolean
}

const toRow = async (ctx: Ctx, policyDocVerId: string): Promise<ReadingRow> => {
  const { rows } = await sql<ReadingRow>`
    select o.policy_doc_ver_id as "policyDocVerId", o.is_read as "isReadable", o.invalid_reason as "invalidReason", o.scanned_address as "scannedAddress",
      o.elevation_based_on as "elevationBasedOn", o.c2a as "c2A", o.c2e as "c2E", o.for_code as "forCode",
      o.verification_status as "verificationStatus", p.policy_id as "policyId",
      p.policy_no as "policyNo",
      not exists (select from policy_docs d2 join policy_doc_versions v2 using (policy_doc_id) join ocr_records o2 using (policy_doc_ver_id)
        where d2.policy_id = d.policy_id and o2.created_at > o.created_at) as "isLatest"
    from ocr_records o
    join policy_doc_versions v using (policy_doc_ver_id)
    join policy_docs d using (policy_doc_id)
    join policies p on p.policy_id = d.policy_id
    where o.policy_doc_ver_id = ${policyDocVerId} and ${createVisibilityCondition(ctx.actor)}`.execute(ctx.db)
  const row = rows[0]
  if (!row) throw createNotFoundError({ policyDocVerId })
  return row
}

const toReadingResponse = ({ policyId: _id, policyNo: _no, isLatest: _latest, ...reading }: ReadingRow): Reading =>
  reading

/** Returns the reading of a certificate. Throws 404 for any other document. */
export const getElevationReading = async (ctx: Ctx, policyDocVerId: string): Promise<Reading> =>
  toReadingResponse(await toRow(ctx, policyDocVerId))

/**
 * Records the staff decision on a certificate (DOC-4): 6 for verified, 8 for correction endorsement requested.
 * Decisions can be changed, and the audit log keeps all of them.
 * @throws {ApiError} 404 if the certificate does not exist; 409 if a newer one was uploaded
 */
export async function verifyElevationCertificate(ctx: Ctx, policyDocVerId: string, status: 6 | 8): Promise<Reading> {
  const { policyNo } = await toRow(ctx, policyDocVerId)
  return changePolicy(ctx, policyNo, 'reviewElevationCertificate', async (ctx) => {
    const row = await toRow(ctx, policyDocVerId)
    if (!row.isLatest)
      throw createConflictError('newer_certificate', 'A newer elevation certificate has been uploaded.')
    await ctx.db
      .updateTable('ocr_records')
      .set({
        verification_status: status,
        verified_at: ctx.now,
        verified_by_user_name: 'name' in ctx.actor ? ctx.actor.name : '',
      })
      .where('policy_doc_ver_id', '=', policyDocVerId)
      .execute()
    await writeAuditEntry(ctx, {
      action: status === 6 ? 'elevationCertificate.verify' : 'elevationCertificate.requestCorrection',
      entity: 'policyDocVersion',
      entityId: policyDocVerId,
      policyId: row.policyId,
    })
    return { ...toReadingResponse(row), verificationStatus: status }
  })
}
