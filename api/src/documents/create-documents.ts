import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { createDocuments } from './create-documents-with-fields.ts'
import { getRequiredDocuments } from './document-catalog.ts'

/**
 * Creates the documents of a bound policy with their signature fields. Files are rendered later, when they are first
 * opened or signed, with the data of the policy's first transaction.
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
  const papers = getRequiredDocuments({
    productId: policy.product_id,
    state: policy.state,
    originalTransType: policy.original_trans_type,
  })
  await createDocuments(trx, {
    policyId,
    policyTransactionId: policy.policy_transaction_id,
    transactionType: policy.transaction_type,
    papers,
    authorName,
    now,
  })
}
