import { requireIdentifiedInsured } from '../accounts/identification.ts'
import { createForbiddenError } from '../http/api-error.ts'
import type { InsuredActor, TransactionContext } from '../http/context.ts'
import { type Policy, requirePolicy } from '../policy/visibility.ts'
import { lockIdentity } from './code/store.ts'

/**
 * Locks the insured's identity and returns the policy, after checking that the insured has verified the address on file.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 `missing_code` if the address is not verified
 */
export async function lockOwnIdentity(
  ctx: TransactionContext,
  policyNo: string,
): Promise<{ policy: Policy; actor: InsuredActor }> {
  const { actor } = ctx
  if (actor.kind !== 'insured') throw createForbiddenError()
  await requirePolicy(ctx, policyNo)
  await lockIdentity(ctx.db, actor.identityId)
  // Reads the policy again because another request may have changed the contact data before the lock.
  const policy = await requirePolicy(ctx, policyNo)
  await requireIdentifiedInsured(ctx, policy)
  return { policy, actor }
}
