import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { DocumentKind, DocumentTemplate } from './document-catalog.ts'

/** Documents to create for one transaction. */
export interface DocumentRequest {
  policyId: string
  policyTransactionId: string
  transactionType: string
  papers: readonly (Omit<DocumentTemplate, 'kind'> & { kind: DocumentKind | 'cancellationRequest' })[]
  authorName: string
  now: Date
}

/**
 * Creates documents with their first versions and signature fields. Files are rendered when they are first opened or
 * signed.
 */
export async function createDocuments(trx: Transaction<DB>, input: DocumentRequest): Promise<void> {
  const { policyId, policyTransactionId, now } = input
  if (input.papers.length === 0) return
  // The timestamps are one millisecond apart so that every list keeps the order.
  const wished = input.papers.map((paper, index) => ({ ...paper, createdAt: new Date(now.getTime() + index) }))
  const rows = await trx
    .insertInto('policy_docs')
    .values(
      wished.map(({ kind, docTypeId, name, slots, createdAt }) => ({
        policy_id: policyId,
        doc_type_id: docTypeId,
        doc_kind: kind,
        doc_name: name,
        parties_to_sign: [...new Set(slots.map((slot) => slot.party))].sort(),
        policy_transaction_id: policyTransactionId,
        created_at: createdAt,
      })),
    )
    .returning(['policy_doc_id', 'created_at'])
    .execute()
  const ids = new Map(rows.map((row) => [row.created_at.getTime(), row.policy_doc_id]))
  const papers = wished.map((paper) => ({ ...paper, id: ids.get(paper.createdAt.getTime()) as string }))
  await trx
    .insertInto('policy_doc_versions')
    .values(
      papers.map(({ id, name }) => ({
        policy_doc_id: id,
        friendly_name: name,
        policy_transaction_id: policyTransactionId,
        transaction_type: input.transactionType,
        created_by_user_name: input.authorName,
        created_at: now,
      })),
    )
    .execute()
  await trx
    .insertInto('policy_doc_signatures')
    .values(
      papers.flatMap(({ id, slots }) =>
        slots.map(({ party, kind, docText }, index) => ({
          policy_doc_id: id,
          policy_id: policyId,
          party,
          kind,
          position: index + 1,
          doc_text: docText,
          created_at: now,
        })),
      ),
    )
    .execute()
}

/**
 * Withdraws documents of a kind: keeps their signatures, removes unsigned signature fields and adds "(withdrawn)" to
 * the name.
 */
export async function withdrawDocuments(trx: Transaction<DB>, policyId: string, kind: string): Promise<void> {
  await sql`delete from policy_doc_signatures s using policy_docs d
    where d.policy_doc_id = s.policy_doc_id and d.policy_id = ${policyId} and d.doc_kind = ${kind}
      and s.signed_at is null`.execute(trx)
  await sql`update policy_docs d set parties_to_sign = array(
      select distinct s.party from policy_doc_signatures s where s.policy_doc_id = d.policy_doc_id order by s.party),
      doc_name = doc_name || ' (withdrawn)'
    where d.policy_id = ${policyId} and d.doc_kind = ${kind} and d.doc_name not like '% (withdrawn)'`.execute(trx)
}
