import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { getRequiredDocuments } from './document-catalog.ts'
import { createDocuments } from './request-documents.ts'

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
