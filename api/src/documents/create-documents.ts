import { sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { createDocuments } from './create-documents-with-fields.ts'
import { getRequiredDocuments } from './document-catalog.ts'

/**
 * Creates the documents of bound policies with their signature fields. Files are rendered with the data of the policy's
 * first transaction, when they are first opened or signed.
 */
export async function createPolicyDocuments(
  trx: Transaction<DB>,
  author: { now: Date; authorName: string },
  policyIds: readonly string[],
): Promise<void> {
  const policies = await trx
    .selectFrom('policies as p')
    .innerJoin('policy_transactions as t', 't.policy_id', 'p.policy_id')
    .select(['p.policy_id', 'p.product_id', 'p.state', 'p.original_trans_type'])
    .select(['t.policy_transaction_id', 't.transaction_type'])
    .distinctOn('p.policy_id')
    .where('p.policy_id', '=', sql<string>`any(${policyIds}::uuid[])`)
    .orderBy('p.policy_id')
    .orderBy('t.sequence')
    .execute()
  await createDocuments(
    trx,
    author,
    policies.map((policy) => ({
      policyId: policy.policy_id,
      policyTransactionId: policy.policy_transaction_id,
      transactionType: policy.transaction_type,
      documents: getRequiredDocuments({
        productId: policy.product_id,
        state: policy.state,
        originalTransType: policy.original_trans_type,
      }),
    })),
  )
}
