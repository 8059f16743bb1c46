import type Stripe from 'stripe'
import { plusDays } from '../calendar/days.ts'
import type { TransactionContext } from '../http/context.ts'
import { syncDispute } from '../payments/refunds/dispute.ts'
import { onDay, type Past } from './replay.ts'
import type { DemoPolicy } from './write-policy.ts'

/** The current status of a demo dispute, as Stripe names it. */
export type DisputeEnd = 'needs_response' | 'under_review' | 'won' | 'lost'

/** Days from the payment to the dispute and to the bank's decision. Evidence is due 21 days after the dispute. */
const [disputedAfter, decidedAfter, evidenceDays] = [12, 18, 21]

const seconds = (day: string) => onDay(day).getTime() / 1000

/** Simulates a dispute as if Stripe's webhook had reported it: first as open, then with its current status. */
export async function playDispute(past: Past, policy: DemoPolicy, policyId: string, end: DisputeEnd): Promise<void> {
  const { policy_payment_id: policyPaymentId, amount_cents: amount } = await past.db
    .selectFrom('payments')
    .select(['policy_payment_id', 'amount_cents'])
    .where('policy_id', '=', policyId)
    .executeTakeFirstOrThrow()
  const opened = plusDays(policy.posted, disputedAfter)
  const dispute = {
    id: `dp_${policy.policyNo}`,
    payment_intent: `pi_${policy.policyNo}`,
    amount,
    reason: 'product_not_received',
    created: seconds(opened),
    evidence_details: { due_by: seconds(plusDays(opened, evidenceDays)) },
  }
  const tell = (day: string, status: DisputeEnd) =>
    past.play(onDay(day), { kind: 'webhook', name: 'Stripe' }, (ctx) =>
      syncDispute(asked(ctx, { ...dispute, status }, policyPaymentId), dispute.id),
    )
  await tell(opened, 'needs_response')
  if (end !== 'needs_response') await tell(plusDays(policy.posted, decidedAfter), end)
}

/**
 * Returns a context whose Stripe client knows this dispute, because the demo book charges nothing in Stripe or the
 * simulator.
 */
const asked = (ctx: TransactionContext, dispute: object, policyPaymentId: string): TransactionContext => ({
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
