import type Stripe from 'stripe'
import { z } from 'zod'
import { isCardCharge } from './charges.ts'
import { defineEndpoint } from './endpoint.ts'
import { createId } from './ids.ts'
import type { Charge } from './objects.ts'
import { expandParams, pagingParams, stringParam } from './params.ts'
import type { RequestContext } from './request-context.ts'
import { createInvalidRequestError } from './stripe-api-error.ts'

/**
 * Opens a dispute. A disputed bank debit is lost immediately. A card dispute stays open until evidence is submitted.
 */
export async function openDispute(world: RequestContext, charge: Charge, reason: string) {
  const final = !isCardCharge(charge)
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

/** Stripe's test values for evidence: each value wins or loses the dispute. */
const VERDICTS: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' }

async function close(world: RequestContext, dispute: Stripe.Dispute, status: 'won' | 'lost') {
  if (dispute.status !== 'needs_response') throw createInvalidRequestError('This dispute is already closed')
  const closed = await world.store.save<Stripe.Dispute>({ ...dispute, status })
  if (status === 'won') await world.emit('charge.dispute.funds_reinstated', closed)
  await world.emit('charge.dispute.closed', closed)
  return closed
}

export const disputeEndpoints = [
  defineEndpoint('GET', '/v1/disputes/:id', z.strictObject(expandParams), (world, _, id) =>
    world.findOrThrow<Stripe.Dispute>('dispute', id),
  ),
  defineEndpoint(
    'GET',
    '/v1/disputes',
    z.strictObject({ ...pagingParams, payment_intent: stringParam.optional() }),
    (world, given) => {
      const { payment_intent, ...page } = given
      return world.store.page<Stripe.Dispute>('dispute', payment_intent ? { payment_intent } : {}, '/v1/disputes', page)
    },
  ),
  defineEndpoint(
    'POST',
    '/v1/disputes/:id',
    z.strictObject({
      ...expandParams,
      evidence: z.strictObject({ uncategorized_text: stringParam.optional() }).optional(),
    }),
    async (world, given, id) => {
      const dispute = await world.findOrThrow<Stripe.Dispute>('dispute', id)
      const verdict = VERDICTS[given.evidence?.uncategorized_text ?? '']
      return verdict ? close(world, dispute, verdict) : dispute
    },
  ),
  /** Closes a card dispute, as the bank would. Stripe does not have this endpoint. */
  defineEndpoint(
    'POST',
    '/v1/disputes/:id/verdict',
    z.strictObject({ outcome: z.enum(['won', 'lost']) }),
    async (world, { outcome }, id) => close(world, await world.findOrThrow<Stripe.Dispute>('dispute', id), outcome),
    ['browser'],
  ),
]
