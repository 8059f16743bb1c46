import { syncDispute } from '@tideline/api/payments/refunds/dispute.ts'
import { getDue, getReceived, openOverpayment, reversePayment } from '../payer-model.ts'
import { checkEmail } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { holdForReinstatement, withdrawUncoveredOffer } from './offer.ts'
import { readNewPayment } from './pay.ts'

/**
 * Receives a dispute of a card payment from Stripe. The payment is reversed on every policy that received money from
 * it. Half of the disputes are won afterward (PAY-22).
 */
export async function receiveDispute(context: HistoryContext): Promise<void> {
  const { stripe, below } = context
  const dispute = context.disputed.splice(below(context.disputed.length), 1)[0]
  if (!dispute) return
  const { policy, payment, intentId, feeCents } = dispute
  const { data } = await stripe.client.disputes.list({ payment_intent: intentId })
  const id = String(data[0]?.id)
  context.log(`${policy.policyNo}: the cardholder disputes payment ${payment.paymentId}`)
  await syncDispute(context.createJobContext('webhook'), id)
  for (const one of context.policies) one.heldCents -= getReceived(one)
  reversePayment(context.policies, payment)
  for (const one of context.policies) {
    if (one.payments.some((held) => held === payment || held.originalPayment === payment))
      withdrawUncoveredOffer(context, one)
    one.heldCents += getReceived(one)
    context.changed.add(one)
  }
  await checkEmail(context, policy, 'payment-disputed', {
    amountCents: payment.originalCents + feeCents,
    balanceCents: Math.max(0, getDue(policy)),
  })
  if (below(2) === 0) return
  context.log(`${policy.policyNo}: the dispute is won`)
  await stripe.client.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
  await syncDispute(context.createJobContext('webhook'), id)
  // The recovered money pays the original policy. Any part that the policy no longer owes is an overpayment (REF-4).
  const { payment: back } = await readNewPayment(context, policy, payment.payer, payment.originalCents)
  policy.heldCents += back.originalCents
  policy.payments.push(back)
  if (!holdForReinstatement(context, policy, back)) openOverpayment(policy, back)
}
