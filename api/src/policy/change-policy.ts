import { ApiError } from '../http/api-error.ts'
import type { Ctx, TransactionContext } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { lockBalance } from '../ledger/store.ts'
import { readSettings } from '../settings/settings.ts'
import { actions, findViolatedRule, type PolicyAction } from './can/can.ts'
import type { CanFacts } from './can/rule.ts'
import { gatherFacts } from './gather-facts.ts'
import { getViewer } from './viewer.ts'
import { lockPolicy, type Policy } from './visibility.ts'

/** A policy as it stands and stays until the transaction ends, its money too. */
export type LockedPolicy = Policy

/** Throws the sentence that the button shows, with the code of the rule that refuses. */
async function assertAllowed(ctx: TransactionContext, policy: LockedPolicy, action: PolicyAction): Promise<void> {
  const settings = await readSettings(ctx.db, ctx.now)
  const facts = { ...policy, ...(await gatherFacts(ctx, policy, actions[action].looksAt)) }
  // `enforcedWith` lets rules look at nothing that the action does not name.
  const rule = findViolatedRule(action, facts as CanFacts, getViewer(ctx.actor), settings)
  if (!rule) return
  throw new ApiError({ code: rule.code, message: rule.reason })
}

/**
 * The one door for changing a policy. Opens a transaction, or joins the caller's; locks the policy, then its balance,
 * always in this order; asks `can` for the action under the lock, with the facts that its rules look at; and lets `work`
 * do it. Stripe is never asked inside: write what is intended, leave, ask, write the outcome.
 *
 * Throws the 404 of what does not exist where the caller may not see the policy; else, with the very sentence that the
 * button shows, 403 for who may not, 409 for what the state does not allow, 422 for what this product does not have.
 */
export const changePolicy = <Result>(
  ctx: Ctx,
  policyNo: string,
  action: PolicyAction,
  work: (ctx: TransactionContext, policy: LockedPolicy) => Promise<Result>,
): Promise<Result> =>
  changePolicyAsSystem(ctx, policyNo, async (ctx, policy) => {
    await assertAllowed(ctx, policy, action)
    return work(ctx, policy)
  })

/**
 * The same door for what a day brings by itself, a renewal or the end of a term: nobody asks for it and no button shows it, so that
 * the job's own rule decides, under the same locks.
 */
export const changePolicyAsSystem = <Result>(
  ctx: Ctx,
  policyNo: string,
  work: (ctx: TransactionContext, policy: LockedPolicy) => Promise<Result>,
): Promise<Result> =>
  inTransaction(ctx, async (ctx) => {
    const policy = await lockPolicy(ctx, policyNo)
    await lockBalance(ctx.db, policy.policyId)
    return work(ctx, policy)
  })

/**
 * Asks the door without going through, for what has to come before the change itself: a refusal that is kept, a
 * question to Stripe. What it allows may be over a moment later, so that the change asks again. Throws like
 * `changePolicy`.
 */
export const checkPolicyAction = (ctx: Ctx, policyNo: string, action: PolicyAction): Promise<Policy> =>
  changePolicy(ctx, policyNo, action, async (_, policy) => policy)
