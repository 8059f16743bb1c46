import type { Handler } from '../http/operation.ts'
import { ok } from '../http/response.ts'
import { requirePolicy } from '../policy/visibility.ts'

/** Returns how a term was bound: its first transaction, the previous term and the user who bound it. Throws 404. */
export const getBindData: Handler<'getBindData'> = async (ctx, { path }) => {
  const { policyId } = await requirePolicy(ctx, path.policyNo)
  const policy = await ctx.db
    .selectFrom('policies')
    .selectAll()
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  const first = await ctx.db
    .selectFrom('policy_transactions')
    .select('policy_transaction_id')
    .where('policy_id', '=', policyId)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirstOrThrow()
  return ok({
    policyId,
    previousPolicyId: policy.previous_policy_id,
    policyNo: policy.policy_no,
    sequence: policy.sequence,
    inceptionDate: policy.inception_date,
    originalTransactionType: policy.original_trans_type,
    originalPostDate: policy.original_post_date,
    policyTransactionId: first.policy_transaction_id,
    agencyId: policy.agency_id,
    userId: policy.bound_by_account_id,
    policyHolderId: policy.identity_id,
    isDirectToConsumer: policy.is_direct_to_consumer,
    createdAt: policy.created_at.toISOString(),
    updatedAt: policy.updated_at.toISOString(),
  })
}
