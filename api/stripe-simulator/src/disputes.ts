import type Stripe from 'stripe'
import { z } from 'zod'
import { defineEndpoint } from './call.ts'
import { type Charge, isByCard } from './charges.ts'
import { createId } from './ids.ts'
import { expand, paging, text } from './params.ts'
import { createInvalidRequest } from './problem.ts'
import type { RequestContext } from './world.ts'

/**
 * Opens a dispute. A disputed bank debit is lost immediately. A card dispute stays open until evidence is submitted.
 */
export async function openDispute(world: RequestContext, charge: Charge, reason: string) {
  const final = !isByCard(charge)
  const dispute = {
    id: createId('du'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: world.now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {},
    evidence_details: {
      due_by: final ? null : world.now + 7 * 24 * 3600,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: final ? 'lost' : 'needs_response',
  } as unknown as Stripe.Dispute
  await world.store.save<Charge>({ ...charge, disputed: true })
  await world.store.save(dispute)
  await world.emit('charge.dispute.created', dispute)
  await world.emit('charge.dispute.funds_withdrawn', dispute)
  if (final) await world.emit('charge.dispute.closed', dispute)
}

/** Stripe's test values for evidence that wins or loses a dispute. */
const VERDICTS: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' }

async function close(world: RequestContext, dispute: Stripe.Dispute, status: 'won' | 'lost') {
  if (dispute.status !== 'needs_response') throw createInvalidRequest('This dispute is already closed')
  const closed = await world.store.save<Stripe.Dispute>({ ...dispute, status })
  if (status === 'won') await world.emit('charge.dispute.funds_reinstated', closed)
  await world.emit('charge.dispute.closed', closed)
  return closed
}

export const disputeCalls = [
  defineEndpoint('GET', '/v1/disputes/:id', z.strictObject(expand), (world, _, id) =>
    world.findOrThrow<Stripe.Dispute>('dispute', id),
  ),
  defineEndpoint(
    'GET',
    '/v1/disputes',
    z.strictObject({ ...paging, payment_intent: text.optional() }),
    (world, given) => {
      const { payment_intent, ...page } = given
      return world.store.page<Stripe.Dispute>('dispute', payment_intent ? { payment_intent } : {}, '/v1/disputes', page)
    },
  ),
  defineEndpoint(
    'POST',
    '/v1/disputes/:id',
    z.strictObject({ ...expand, evidence: z.strictObject({ uncategorized_text: text.optional() }).optional() }),
    async (world, given, id) => {
      const dispute = await world.findOrThrow<Stripe.Dispute>('dispute', id)
      const verdict = VERDICTS[given.evidence?.uncategorized_text ?? '']
      return verdict ? close(world, dispute, verdict) : dispute
    },
  ),
]
