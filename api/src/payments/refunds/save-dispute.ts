import type { Insertable, Transaction } from 'kysely'
import type Stripe from 'stripe'
import type { DB, Dispute } from '../../db/schema.ts'

type State = Insertable<Dispute>['state']

/** Dispute state for each Stripe status. Inquiry statuses start with `warning_`. */
const states: Partial<Record<Stripe.Dispute['status'], State>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  needs_response: 'needsResponse',
  under_review: 'underReview',
  won: 'won',
  lost: 'lost',
}

const toDate = (seconds: number | null | undefined) => (seconds ? new Date(seconds * 1000) : null)

/** Stores the state of a dispute from Stripe. Repeated calls have no effect. */
export async function saveDispute(
  trx: Transaction<DB>,
  dispute: Stripe.Dispute,
  policyPaymentId: string,
): Promise<void> {
  const values = {
    state: states[dispute.status] ?? ('closed' as const),
    reason: dispute.reason.slice(0, 100),
    evidence_due_at: toDate(dispute.evidence_details?.due_by),
  }
  await trx
    .insertInto('disputes')
    .values({
      dispute_id: dispute.id,
      policy_payment_id: policyPaymentId,
      amount_cents: dispute.amount,
      opened_at: toDate(dispute.created) ?? new Date(),
      ...values,
    })
    .onConflict((conflict) => conflict.column('dispute_id').doUpdateSet(values))
    .execute()
}
