import { randomUUID } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Policy } from '../../policy/visibility.ts'
import { recomputeSigned } from '../../signing/store.ts'
import type { Reason } from './reasons.ts'

export const requestKind = 'cancellationRequest'

/** Makes the request that insured and agent sign, where the reason asks for their signatures. */
export async function createCancellationPapers(
  trx: Transaction<DB>,
  about: {
    policy: Policy
    reason: Reason
    policyTransactionId: string
    effectiveDate: string
    authorName: string
    now: Date
  },
): Promise<void> {
  const { policy, reason, policyTransactionId, now } = about
  const toSign = reason.documents.filter(({ purpose }) => purpose === 'sign')
  for (const paper of toSign) {
    const id = randomUUID()
    await trx
      .insertInto('policy_docs')
      .values({
        policy_doc_id: id,
        policy_id: policy.policyId,
        doc_type_id: paper.docTypeId,
        doc_kind: requestKind,
        doc_name: paper.name,
        parties_to_sign: [1, 2],
        policy_transaction_id: policyTransactionId,
        created_at: now,
      })
      .execute()
    await trx
      .insertInto('policy_doc_versions')
      .values({
        policy_doc_id: id,
        friendly_name: paper.name,
        policy_transaction_id: policyTransactionId,
        transaction_type: `P${reason.reasonCode}`,
        created_by_user_name: about.authorName,
        created_at: now,
      })
      .execute()
    const wish = `Policy ${policy.policyNo} is to be cancelled as of ${about.effectiveDate} for the reason "${reason.reasonName}".`
    await trx
      .insertInto('policy_doc_signatures')
      .values(
        ([2, 1] as const).map((party, index) => ({
          policy_doc_id: id,
          policy_id: policy.policyId,
          party,
          kind: 'signature' as const,
          position: index + 1,
          doc_text: party === 2 ? `I ask for it: ${wish}` : `I have forwarded the request. ${wish}`,
          created_at: now,
        })),
      )
      .execute()
  }
  await recomputeSigned(trx, policy.policyId)
}

/** What a cancellation still waits for. */
export interface Waiting {
  insuredMustSign: boolean
  insuredHasSigned: boolean
  agentMustSign: boolean
  agentHasSigned: boolean
  missing: { docTypeId: number; name: string }[]
}

/** Which signatures and papers of the newest cancellation are there, also once it is complete (spec 3 §4). */
export async function waitingFor(
  trx: Transaction<DB> | Kysely<DB>,
  policyId: string,
  reason: Reason,
): Promise<Waiting> {
  const { rows } = await sql<{ party: 1 | 2; is_signed: boolean }>`
    select s.party, bool_and(s.signed_at is not null) as is_signed
    from policy_doc_signatures s join policy_docs d using (policy_doc_id)
    where d.policy_id = ${policyId} and d.doc_kind = ${requestKind} and d.policy_transaction_id = (
      select t.policy_transaction_id from policy_transactions t join transaction_types y using (transaction_type)
      where t.policy_id = ${policyId} and y.kind = 'pendingCancel' order by t.sequence desc limit 1)
    group by s.party`.execute(trx)
  const signs = (party: 1 | 2) => rows.find((row) => row.party === party)
  const required = reason.documents.filter(({ purpose }) => purpose === 'requiredUpload')
  const uploads = await trx
    .selectFrom('policy_docs')
    .select('doc_type_id')
    .where('policy_id', '=', policyId)
    .where('doc_kind', '=', 'upload')
    .execute()
  const uploaded = new Set(uploads.map((row) => row.doc_type_id))
  return {
    insuredMustSign: signs(2) !== undefined,
    insuredHasSigned: signs(2)?.is_signed ?? false,
    agentMustSign: signs(1) !== undefined,
    agentHasSigned: signs(1)?.is_signed ?? false,
    missing: required.filter(({ docTypeId }) => !uploaded.has(docTypeId)),
  }
}

export const isComplete = (waiting: Waiting) =>
  waiting.missing.length === 0 &&
  (!waiting.insuredMustSign || waiting.insuredHasSigned) &&
  (!waiting.agentMustSign || waiting.agentHasSigned)

/** A cancellation that is taken back needs no more signatures; what was signed stays on record. */
export async function withdrawCancellationPapers(trx: Transaction<DB>, policyId: string): Promise<void> {
  await sql`delete from policy_doc_signatures s using policy_docs d
    where d.policy_doc_id = s.policy_doc_id and d.policy_id = ${policyId} and d.doc_kind = ${requestKind}
      and s.signed_at is null`.execute(trx)
  await sql`update policy_docs d set parties_to_sign = array(
      select distinct s.party from policy_doc_signatures s where s.policy_doc_id = d.policy_doc_id order by s.party),
      doc_name = doc_name || ' (withdrawn)'
    where d.policy_id = ${policyId} and d.doc_kind = ${requestKind} and d.doc_name not like '% (withdrawn)'`.execute(
    trx,
  )
  await recomputeSigned(trx, policyId)
}
