import type { TransactionContext } from '../../http/context.ts'
import { lockBalance } from '../../ledger/store.ts'
import { enqueueEmail } from '../../notifications/enqueue-email.ts'
import type { Policy } from '../../policy/visibility.ts'
import { describeReviewDecision, type ReviewDecision } from './describe-decision.ts'

/** Emails the insured the decision about a refund on hold and the amount still owed (BIL-7). */
export async function notifyReviewDecided(
  ctx: Pick<TransactionContext, 'db'>,
  policy: Policy,
  decided: ReviewDecision,
): Promise<void> {
  await enqueueEmail(ctx.db, {
    to: policy.email,
    toName: policy.insuredName,
    policyId: policy.policyId,
    template: 'refund-decided',
    values: {
      firstName: policy.firstName || policy.insuredName,
      policyNo: policy.policyNo,
      address: policy.addressLine,
      heldCents: decided.heldCents,
      movedCents: decided.paidCents,
      dueCents: Math.max(0, (await lockBalance(ctx.db, policy.policyId)).dueCents),
      decisionWords: describeReviewDecision(decided),
    },
  })
}
