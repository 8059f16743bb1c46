import { syncDispute } from '@tideline/api/payments/refunds/dispute.ts'
import { getDue, getReceived, receive, reversePayment } from '../payer-model.ts'
import { checkEmail } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { readNewPayment } from './pay.ts'

/**
 * Receives a dispute of a card payment from Stripe. The money is lost, wherever it went, unless the dispute is won
 * (PAY-22).
 */
export async function receiveDispute(stage: HistoryContext): Promise<void> {
  const { stripe, below } = stage
  const dispute = stage.disputed.splice(below(stage.disputed.length), 1)[0]
  if (!dispute) return
  const { book, payment, intentId, feeCents } = dispute
  const { data } = await stripe.client.disputes.list({ payment_intent: intentId })
  const id = String(data[0]?.id)
  stage.log(`${book.policyNo}: the owner of the card disputes payment ${payment.paymentId}`)
  await syncDispute(stage.job('webhook'), id)
  for (const one of stage.books) one.heldCents -= getReceived(one)
  reversePayment(stage.books, payment)
  for (const one of stage.books) {
    one.heldCents += getReceived(one)
    stage.touched.add(one)
  }
  await checkEmail(stage, book, 'payment-failed', {
    amountCents: payment.originalCents + feeCents,
    dueCents: getDue(book),
  })
  if (below(2) === 0) return
  stage.log(`${book.policyNo}: the dispute is won`)
  await stripe.client.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' } })
  await syncDispute(stage.job('webhook'), id)
  // The money of a won dispute pays the original policy automatically. What that policy no longer owes is an
  // overpayment (REF-4).
  const { payment: back } = await readNewPayment(stage, book, payment.payer, payment.originalCents)
  book.heldCents += back.originalCents
  receive(book, back)
}
