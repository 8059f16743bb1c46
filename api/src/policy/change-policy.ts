import { ApiError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { runInTransaction } from '../http/run-in-transaction.ts'
import { lockBalance, lockBalances, type PolicyBalance } from '../ledger/store.ts'
import { defaultSettings, readSettings } from '../settings/settings.ts'
import type { PermissionFacts } from './can/permission-rule.ts'
import { findViolatedRule, type PolicyAction, policyActions } from './can/policy-actions.ts'
import { readPermissionFacts } from './read-permission-facts.ts'
import { getViewer } from './viewer.ts'
import { lockInvoicedPolicy, lockPoliciesById, lockPolicy, type Policy } from './visibility.ts'

/** A policy that is locked with its balance until the transaction ends. */
export type LockedPolicy = Policy

/** Throws an error with the message and code of the rule that denies the action. */
async function assertAllowed(
  ctx: TransactionContext,
  policy: LockedPolicy,
  balance: PolicyBalance,
  action: PolicyAction,
): Promise<void> {
  // Only rules for agents use the lists of agencies.
  const settings = ctx.actor.kind === 'agent' ? await readSettings(ctx.db, ctx.now) : defaultSettings
  const facts = {
    ...policy,
    ...(await readPermissionFacts(ctx, { ...policy, balance }, policyActions[action].looksAt)),
  }
  // The cast is safe because `defineActionWithFacts` limits the rules to the values that the action lists.
  const rule = findViolatedRule(action, facts as PermissionFacts, getViewer(ctx.actor), settings)
  if (!rule) return
  throw new ApiError({ code: rule.code, message: rule.reason })
}

/**
 * Runs `work` with the policy and its balance locked, after checking that the caller may perform `action`. Uses the
 * caller's transaction or a new one. Do not call Stripe in `work`; call it between two transactions.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403, 409 or 422 with the rule's message if the
 * action is denied
 */
export const changePolicy = <Result>(
  ctx: Ctx,
  policyNo: string,
  action: PolicyAction,
  work: (ctx: TransactionContext, policy: LockedPolicy, balance: PolicyBalance) => Promise<Result>,
): Promise<Result> =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy, balance) => {
    await assertAllowed(ctx, policy, balance, action)
    return work(ctx, policy, balance)
  })

/**
 * Changes a policy for a scheduled job, such as a renewal or the end of a term. Locks the policy like `changePolicy`
 * but does not check permissions. The job must check whether the change is allowed.
 */
export const changePolicyAsSystem = <Result>(
  ctx: Ctx,
  policyNo: string,
  work: (ctx: TransactionContext, policy: LockedPolicy, balance: PolicyBalance) => Promise<Result>,
): Promise<Result> =>
  runInTransaction(ctx, async (ctx) => {
    const { policy, balance } = await lockPolicyWithBalance(ctx, policyNo)
    return work(ctx, policy, balance)
  })

async function lockPolicyWithBalance(ctx: TransactionContext, policyNo: string) {
  const found = await lockInvoicedPolicy(ctx, policyNo)
  if (found) return found
  const policy = await lockPolicy(ctx, policyNo)
  return { policy, balance: await lockBalance(ctx.db, policy.policyId) }
}

/**
 * Same as `changePolicyAsSystem`, for several policies in one transaction. Locks them in the order of their ids. If one
 * of them fails, nothing is changed, so the caller changes each of them by itself.
 */
export const changePoliciesAsSystem = <Result>(
  ctx: Ctx,
  policyIds: readonly string[],
  work: (ctx: TransactionContext, policies: LockedPolicy[]) => Promise<Result>,
): Promise<Result> =>
  runInTransaction(ctx, async (ctx) => {
    const policies = await lockPoliciesById(ctx, policyIds)
    await lockBalances(
      ctx.db,
      policies.map(({ policyId }) => policyId),
    )
    return work(ctx, policies)
  })

/**
 * Checks an action without performing it. Use it for steps before the change, such as calling Stripe. The change must
 * check again, since the result can become outdated. Throws the errors of `changePolicy`.
 */
export const checkPolicyAction = (ctx: Ctx, policyNo: string, action: PolicyAction): Promise<Policy> =>
  // Nothing changes here, so the request can be repeated with its key.
  changePolicy({ ...ctx, keyLock: undefined }, policyNo, action, async (_, policy) => policy)
