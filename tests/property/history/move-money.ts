import { move, type moveMoney, type Paid, refundPayment } from '../payer-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import type { HistoryContext } from './context.ts'
import { approveManualRefund, checkSecondPerson } from './manual-refund-review.ts'
import { hasClaimOnReturnPremium, type PolicyModel } from './policy-model.ts'
import { dollars, money } from './random.ts'

/** Adds money that was moved from another policy. It is never an overpayment here, and it keeps its payer. */
export function addMovedPayment(
  { touched }: HistoryContext,
  from: PolicyModel,
  to: PolicyModel,
  { cents, from: payment, ...row }: Pick<Paid, 'rowId' | 'paymentId'> & { from: Paid; cents: number },
) {
  from.heldCents -= cents
  to.heldCents += cents
  touched.add(to)
  const { payer, cameBy = payment } = payment
  to.payments.push({ ...row, payer, cameBy, originalCents: cents, leftCents: cents, isMoved: true, refundedCents: 0 })
}

/** Adds the payments that a move of money has created on the receiving policy. */
export async function addMovedPayments(
  stage: HistoryContext,
  from: PolicyModel,
  to: PolicyModel,
  moved: ReturnType<typeof moveMoney>,
): Promise<void> {
  const rows = await stage.db
    .selectFrom('payments')
    .select(['policy_payment_id', 'payment_id', 'amount_cents'])
    .where('policy_id', '=', to.policyId)
    .where('amount_cents', '>', 0)
    // A payment that the bank returned stays on the policy with the status `failed`.
    .where('status', '=', 'paid')
    .where('payment_id', 'not in', ['', ...to.payments.map(({ paymentId }) => paymentId)])
    .orderBy('created_at')
    .orderBy('policy_payment_id')
    .execute()
  assertSame(
    rows.map((row) => row.amount_cents),
    moved.map((part) => part.cents),
    'what the other policy is paid',
  )
  for (const [index, { payment, cents }] of moved.entries())
    addMovedPayment(stage, from, to, {
      rowId: rows[index]?.policy_payment_id ?? '',
      paymentId: rows[index]?.payment_id ?? '',
      from: payment,
      cents,
    })
}

/** Returns a payment from outside that still has money. */
const ownPayment = ({ oneOf }: HistoryContext, { payments }: PolicyModel): Paid | undefined =>
  oneOf(payments.filter(({ leftCents, isMoved }) => leftCents > 0 && !isMoved))

export async function transfer(stage: HistoryContext, from: PolicyModel): Promise<void> {
  const to = stage.oneOf(stage.books.filter((book) => book !== from))
  const payment = ownPayment(stage, from)
  if (!to || !payment) return
  const amount = 1 + stage.below(payment.leftCents)
  stage.log(`${from.policyNo}: ${money(amount)} of payment ${payment.paymentId} is moved to ${to.policyNo}`)
  const answer = await stage.as(
    stage.staff,
    `PUT /api/v1/payments/${from.policyNo}/moveto/${to.policyNo}/${dollars(amount)}`,
    { policyPaymentId: payment.rowId },
  )
  assertStatus(answer, 200)
  move(from, payment, amount)
  const { paymentId, policyPaymentId } = answer.body.payload?.transferred ?? answer.body.transferred
  addMovedPayment(stage, from, to, { rowId: policyPaymentId, paymentId, from: payment, cents: amount })
}

export async function refund(stage: HistoryContext, book: PolicyModel): Promise<void> {
  const payment = ownPayment(stage, book)
  if (!payment) return
  const amount = 1 + stage.below(payment.leftCents)
  stage.log(`${book.policyNo}: ${money(amount)} of payment ${payment.paymentId} goes back by hand`)
  const answer = await stage.as(stage.staff, `POST /api/v1/billing/payments/${payment.paymentId}/refund`, {
    amount: dollars(amount),
    reason: 'Any history',
  })
  // Stripe does not refund a disputed charge, even before the product has heard of the dispute.
  const isDisputed = stage.disputed.some((one) => one.payment === payment)
  const wish = { payment, cents: amount, isHeld: hasClaimOnReturnPremium(book) }
  if (checkSecondPerson(stage, book, answer, wish)) await approveManualRefund(stage, book, wish, isDisputed)
  else assertStatus(answer, isDisputed ? 409 : 200)
  if (isDisputed) return stage.log('  which Stripe refuses')
  // Before the term begins nothing is earned.
  if (book.earned.days === 0) book.heldCents -= amount
  refundPayment(book, payment, amount)
}
