import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { DocumentKind, DocumentTemplate } from './document-catalog.ts'

/** A document to create, with its signature fields. */
export type DocumentToCreate = Omit<DocumentTemplate, 'kind'> & { kind: DocumentKind | 'cancellationRequest' }

/** Request to create documents for one transaction. */
export interface DocumentRequest {
  policyId: string
  policyTransactionId: string
  transactionType: string
  documents: readonly DocumentToCreate[]
}

/**
 * Creates documents with their first versions and signature fields. Files are rendered when they are first opened or
 * signed. A policy may occur only once in `requests`.
 */
export async function createDocuments(
  trx: Transaction<DB>,
  { authorName, now }: { authorName: string; now: Date },
  requests: readonly DocumentRequest[],
): Promise<void> {
  // The timestamps are one millisecond apart so that every list keeps the order.
  const drafts = requests.flatMap(({ documents, ...request }) =>
    documents.map((document, index) => ({ ...request, ...document, createdAt: new Date(now.getTime() + index) })),
  )
  if (drafts.length === 0) return
  const rows = await trx
    .insertInto('policy_docs')
    .values(
      drafts.map(({ policyId, policyTransactionId, kind, docTypeId, name, slots, createdAt }) => ({
        policy_id: policyId,
        doc_type_id: docTypeId,
        doc_kind: kind,
        doc_name: name,
        parties_to_sign: [...new Set(slots.map((slot) => slot.party))].sort(),
        policy_transaction_id: policyTransactionId,
        created_at: createdAt,
      })),
    )
    .returning(['policy_doc_id', 'policy_id', 'created_at'])
    .execute()
  const getKey = (policyId: string, createdAt: Date) => `${policyId} ${createdAt.getTime()}`
  const ids = new Map(rows.map((row) => [getKey(row.policy_id, row.created_at), row.policy_doc_id]))
  const documents = drafts.map((draft) => ({
    ...draft,
    id: ids.get(getKey(draft.policyId, draft.createdAt)) as string,
  }))
  await trx
    .insertInto('policy_doc_versions')
    .values(
      documents.map(({ id, name, policyTransactionId, transactionType }) => ({
        policy_doc_id: id,
        friendly_name: name,
        policy_transaction_id: policyTransactionId,
        transaction_type: transactionType,
        created_by_user_name: authorName,
        created_at: now,
      })),
    )
    .execute()
  const fields = documents.flatMap(({ id, policyId, slots }) =>
    slots.map(({ party, kind, docText }, index) => ({
      policy_doc_id: id,
      policy_id: policyId,
      party,
      kind,
      position: index + 1,
      doc_text: docText,
      created_at: now,
    })),
  )
  if (fields.length > 0) await trx.insertInto('policy_doc_signatures').values(fields).execute()
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
