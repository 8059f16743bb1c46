import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { papersOf } from './catalogue.ts'

/**
 * Gives a bound policy its papers with the slots to sign. The files are made when somebody first opens or signs them:
 * what is printed is the transaction that the papers belong to, so that it does not matter when.
 */
export async function createPolicyDocuments(
  trx: Transaction<DB>,
  { now, authorName }: { now: Date; authorName: string },
  policyId: string,
): Promise<void> {
  const policy = await trx
    .selectFrom('policies as p')
    .innerJoin('policy_transactions as t', 't.policy_id', 'p.policy_id')
    .select(['p.product_id', 'p.state', 'p.original_trans_type', 't.policy_transaction_id', 't.transaction_type'])
    .where('p.policy_id', '=', policyId)
    .orderBy('t.sequence')
    .limit(1)
    .executeTakeFirstOrThrow()
  const papers = papersOf({
    productId: policy.product_id,
    state: policy.state,
    originalTransType: policy.original_trans_type,
  })
    // A millisecond apart, so that they keep their order wherever they are listed.
    .map((paper, index) => ({ ...paper, id: randomUUID(), createdAt: new Date(now.getTime() + index) }))
  await trx
    .insertInto('policy_docs')
    .values(
      papers.map(({ id, kind, docTypeId, name, slots, createdAt }) => ({
        policy_doc_id: id,
        policy_id: policyId,
        doc_type_id: docTypeId,
        doc_kind: kind,
        doc_name: name,
        parties_to_sign: [...new Set(slots.map((slot) => slot.party))].sort(),
        policy_transaction_id: policy.policy_transaction_id,
        created_at: createdAt,
      })),
    )
    .execute()
  await trx
    .insertInto('policy_doc_versions')
    .values(
      papers.map(({ id, name }) => ({
        policy_doc_id: id,
        friendly_name: name,
        policy_transaction_id: policy.policy_transaction_id,
        transaction_type: policy.transaction_type,
        created_by_user_name: authorName,
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
