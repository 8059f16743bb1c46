import type Stripe from 'stripe'
import { addDays } from '../calendar/days.ts'
import type { TransactionContext } from '../http/context.ts'
import { syncDispute } from '../payments/refunds/dispute.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'
import type { DemoPolicy } from './write-policy.ts'

/** Current status of a demo dispute, as named by Stripe. */
export type DemoDisputeStatus = 'needs_response' | 'under_review' | 'won' | 'lost'

/** Days from the payment to the dispute, and from the dispute to the bank's decision and to the deadline for evidence. */
const [disputedAfter, decidedAfter, evidenceDays] = [12, 6, 21]

const seconds = (day: string) => getSimulatedTime(day).getTime() / 1000

/** Simulates a dispute that a Stripe webhook reports, first as open and then with its current status. */
export async function simulateDispute(
  past: Simulation,
  policy: DemoPolicy,
  policyId: string,
  end: DemoDisputeStatus,
  opened = addDays(policy.posted, disputedAfter),
): Promise<void> {
  const { policy_payment_id: policyPaymentId, amount_cents: amount } = await past.db
    .selectFrom('payments')
    .select(['policy_payment_id', 'amount_cents'])
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  const dispute = {
    id: `dp_${policy.policyNo}`,
    payment_intent: `pi_${policy.policyNo}`,
    amount,
    reason: 'product_not_received',
    created: seconds(opened),
    evidence_details: { due_by: seconds(addDays(opened, evidenceDays)) },
  }
  const simulateWebhook = (day: string, status: DemoDisputeStatus) =>
    past.play(getSimulatedTime(day), { kind: 'webhook', name: 'Stripe' }, (ctx) =>
      syncDispute(withDispute(ctx, { ...dispute, status }, policyPaymentId), dispute.id),
    )
  await simulateWebhook(opened, 'needs_response')
  if (end !== 'needs_response') await simulateWebhook(addDays(opened, decidedAfter), end)
}

/** Returns a context whose Stripe client returns this dispute, because the demo book charges nothing in Stripe. */
const withDispute = (ctx: TransactionContext, dispute: object, policyPaymentId: string): TransactionContext => ({
  ...ctx,
  providers: {
    ...ctx.providers,
    stripe: {
      ...ctx.providers.stripe,
      client: {
        disputes: { retrieve: async () => dispute },
        paymentIntents: { retrieve: async (id: string) => ({ id, metadata: { policyPaymentId } }) },
      } as unknown as Stripe,
    },
  },
})
