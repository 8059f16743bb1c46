import type Stripe from 'stripe'
import { z } from 'zod'
import { call } from './call.ts'
import { bookBalance } from './charges.ts'
import { newId } from './ids.ts'
import { expand, paging, text } from './params.ts'
import { invalid } from './problem.ts'
import type { World } from './world.ts'

/** Stripe's fee for a dispute, in cents. */
const DISPUTE_FEE = 1500

/**
 * The payer's bank takes the money back. A bank debit that its owner disputes is lost at once; a card's dispute stays open until
 * evidence is submitted or the dispute is accepted.
 */
export async function openDispute(world: World, charge: Stripe.Charge, reason: string) {
  const final = charge.payment_method_details?.type === 'us_bank_account'
  const id = newId('du')
  const balance = await bookBalance(world, {
    type: 'adjustment',
    amount: -charge.amount,
    fee: DISPUTE_FEE,
    source: id,
    category: 'dispute',
  })
  const dispute = {
    id,
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [await world.need<Stripe.BalanceTransaction>('balance_transaction', balance)],
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
  await world.store.save<Stripe.Charge>({ ...charge, disputed: true })
  await world.store.save(dispute)
  await world.emit('charge.dispute.created', dispute)
  await world.emit('charge.dispute.funds_withdrawn', dispute)
  if (final) await world.emit('charge.dispute.closed', dispute)
  return dispute
}

/** Stripe's test words: this evidence wins, that one loses. */
const VERDICTS: Record<string, 'won' | 'lost'> = { winning_evidence: 'won', losing_evidence: 'lost' }

async function close(world: World, dispute: Stripe.Dispute, status: 'won' | 'lost') {
  if (dispute.status !== 'needs_response') throw invalid('This dispute is already closed')
  const closed = await world.store.save<Stripe.Dispute>({ ...dispute, status })
  if (status === 'won') {
    await bookBalance(world, {
      type: 'adjustment',
      amount: dispute.amount,
      fee: -DISPUTE_FEE,
      source: dispute.id,
      category: 'dispute_reversal',
    })
    await world.emit('charge.dispute.funds_reinstated', closed)
  }
  await world.emit('charge.dispute.closed', closed)
  return closed
}

export const disputeCalls = [
  call('GET', '/v1/disputes/:id', z.strictObject(expand), (world, _, id) => world.need<Stripe.Dispute>('dispute', id)),
  call(
    'GET',
    '/v1/disputes',
    z.strictObject({ ...paging, charge: text.optional(), payment_intent: text.optional() }),
    (world, { charge, payment_intent, ...page }) =>
      world.store.page<Stripe.Dispute>(
        'dispute',
        { ...(charge && { charge }), ...(payment_intent && { payment_intent }) },
        '/v1/disputes',
        page,
      ),
  ),
  call(
    'POST',
    '/v1/disputes/:id',
    z.strictObject({ ...expand, evidence: z.strictObject({ uncategorized_text: text.optional() }).optional() }),
    async (world, given, id) => {
      const dispute = await world.need<Stripe.Dispute>('dispute', id)
      const verdict = VERDICTS[given.evidence?.uncategorized_text ?? '']
      return verdict ? close(world, dispute, verdict) : dispute
    },
  ),
  call('POST', '/v1/disputes/:id/close', z.strictObject(expand), async (world, _, id) =>
    close(world, await world.need<Stripe.Dispute>('dispute', id), 'lost'),
  ),
]
