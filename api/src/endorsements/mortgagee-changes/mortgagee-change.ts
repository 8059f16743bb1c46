import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Operations } from '../../generated/operations.ts'

export type MortgageeChange = Operations['listOwnMortgageeChanges']['response']['payload'][number]
export type Proof = MortgageeChange['proofs'][number]
export type QuoteLienholder = MortgageeChange['after'][number]

/** A request to change lienholders (POL-19), without its proof. */
export interface MortgageeChangeRow extends Omit<MortgageeChange, 'proofs' | 'createdAt' | 'decidedAt'> {
  policyId: string
  requestedByEmail: string
  createdAt: Date
  decidedAt: Date | null
}

/** Columns of `mortgagee_changes m` and `policies p` for a `MortgageeChangeRow`. */
export const mortgageeChangeColumns = sql`m.mortgagee_change_id as id, m.policy_id as "policyId", p.policy_no as "policyNo",
  m.requested_by_email as "requestedByEmail", m.kind, m.status, m.lienholder_id as "lienholderId",
  m.lienholders_before as before, m.lienholders_after as after, m.proof_type as "proofType", m.note,
  m.created_at as "createdAt", m.due_on as "dueOn", m.decided_at as "decidedAt", m.reason`

/** SQL for the uploaded files of request `m` as JSON (`Proof[]`), in the order of upload. */
export const proofsSql = sql<Proof[]>`coalesce((select json_agg(json_build_object('id', f.mortgagee_change_proof_id,
    'fileName', f.file_name, 'size', c.size_bytes) order by f.position)
  from mortgagee_change_proofs f join files c using (file_id)
  where f.mortgagee_change_id = m.mortgagee_change_id), '[]')`

/** Lists the newest 20 requests for a policy, latest first. */
export async function listMortgageeChanges(db: Kysely<DB>, policyId: string): Promise<MortgageeChange[]> {
  const { rows } = await sql<MortgageeChangeRow & { proofs: Proof[] }>`
    select ${mortgageeChangeColumns}, ${proofsSql} as proofs from mortgagee_changes m join policies p using (policy_id)
    where m.policy_id = ${policyId} order by m.created_at desc, m.mortgagee_change_id limit 20`.execute(db)
  return rows.map(({ proofs, ...row }) => toMortgageeChangeResponse(row, proofs))
}

export const toMortgageeChangeResponse = (
  { policyId: _, requestedByEmail: __, createdAt, decidedAt, ...row }: MortgageeChangeRow,
  proofs: Proof[],
): MortgageeChange => ({
  ...row,
  proofs,
  createdAt: createdAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
})

/** Returns the open request for a policy, with its proof. Call it with the policy locked. */
export async function findOpenMortgageeChange(
  trx: Transaction<DB>,
  policyId: string,
): Promise<(MortgageeChangeRow & { proofs: Proof[] }) | undefined> {
  const { rows } = await sql<MortgageeChangeRow & { proofs: Proof[] }>`
    select ${mortgageeChangeColumns}, ${proofsSql} as proofs from mortgagee_changes m join policies p using (policy_id)
    where m.policy_id = ${policyId} and m.status = 'open'`.execute(trx)
  return rows[0]
}

/**
 * Returns the lienholder that is added, or the lienholder before and after a replacement or before its removal.
 */
export function getChangedLienholder({
  kind,
  lienholderId,
  before,
  after,
}: Pick<MortgageeChangeRow, 'kind' | 'lienholderId' | 'before' | 'after'>) {
  const find = (list: readonly QuoteLienholder[]) => list.find((one) => one.lienholderId === lienholderId)
  return kind === 'add' ? { before: undefined, after: after.at(-1) } : { before: find(before), after: find(after) }
}

/** Describes the change in emails, without the loan number: "Replace Gulf Demo Bank with Bay Sample Bank". */
export function describeMortgageeChange(change: Parameters<typeof getChangedLienholder>[0]): string {
  const { before, after } = getChangedLienholder(change)
  if (!before) return `Add ${after?.name ?? ''}`
  if (!after) return `Remove ${before.name}`
  return before.name === after.name ? `Change the data of ${after.name}` : `Replace ${before.name} with ${after.name}`
}
