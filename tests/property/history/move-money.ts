import { giveBack, leave, type Paid, type passOn } from '../payer-model.ts'
import type { Book } from './book.ts'
import { answered, same } from './check.ts'
import { dollars, money } from './numbers.ts'
import { agree, isWaitingForSecondPerson } from './second-person.ts'
import type { Stage } from './stage.ts'

/** Adds money that was moved from another policy. It is never an overpayment here, and it keeps its payer. */
export function arrive(
  { touched }: Stage,
  from: Book,
  to: Book,
  { cents, from: payment, ...row }: Pick<Paid, 'rowId' | 'paymentId'> & { from: Paid; cents: number },
) {
  from.cameCents -= cents
  to.cameCents += cents
  touched.add(to)
  const { payer, cameBy = payment } = payment
  to.payments.push({ ...row, payer, cameBy, cameCents: cents, leftCents: cents, isMoved: true, refundedCents: 0 })
}

/** Adds the payments that a move of money has created on the receiving policy. */
export async function arriveAll(stage: Stage, from: Book, to: Book, moved: ReturnType<typeof passOn>): Promise<void> {
  const rows = await stage.db
    .selectFrom('payments')
    .select(['policy_payment_id', 'payment_id', 'amount_cents'])
    .where('policy_id', '=', to.policyId)
    .where('amount_cents', '>', 0)
    .where('payment_id', 'not in', ['', ...to.payments.map(({ paymentId }) => paymentId)])
    .orderBy('created_at')
    .orderBy('policy_payment_id')
    .execute()
  same(
    rows.map((row) => row.amount_cents),
    moved.map((part) => part.cents),
    'what the other policy is paid',
  )
  for (const [index, { payment, cents }] of moved.entries())
    arrive(stage, from, to, {
      rowId: rows[index]?.policy_payment_id ?? '',
      paymentId: rows[index]?.payment_id ?? '',
      from: payment,
      cents,
    })
}

/** Returns a payment from outside that still has money. */
const ownPayment = ({ oneOf }: Stage, { payments }: Book): Paid | undefined =>
  oneOf(payments.filter(({ leftCents, isMoved }) => leftCents > 0 && !isMoved))

export async function transfer(stage: Stage, from: Book): Promise<void> {
  const to = stage.oneOf(stage.books.filter((book) => book !== from))
  const payment = ownPayment(stage, from)
  if (!to || !payment) return
  const amount = 1 + stage.below(payment.leftCents)
  stage.tell(`${from.policyNo}: ${money(amount)} of payment ${payment.paymentId} is moved to ${to.policyNo}`)
  const answer = await stage.as(
    stage.staff,
    `PUT /api/v1/payments/${from.policyNo}/moveto/${to.policyNo}/${dollars(amount)}`,
    { policyPaymentId: payment.rowId },
  )
  answered(answer, 200)
  leave(from, payment, amount)
  from.byHandCents += amount
  from.cameCents += amount
  const { paymentId, policyPaymentId } = answer.body.payload?.transferred ?? answer.body.transferred
  arrive(stage, from, to, { rowId: policyPaymentId, paymentId, from: payment, cents: amount })
}

export async function refund(stage: Stage, book: Book): Promise<void> {
  const payment = ownPayment(stage, book)
  if (!payment) return
  const amount = 1 + stage.below(payment.leftCents)
  stage.tell(`${book.policyNo}: ${money(amount)} of payment ${payment.paymentId} goes back by hand`)
  const answer = await stage.as(stage.staff, `POST /api/v1/billing/payments/${payment.paymentId}/refund`, {
    amount: dollars(amount),
    reason: 'Any history',
  })
  // Stripe does not refund a disputed charge, even before the product has heard of the dispute.
  const isDisputed = stage.disputed.some((one) => one.payment === payment)
  const wish = { cents: amount, goneCents: payment.cameCents - payment.leftCents }
  if (isWaitingForSecondPerson(answer, wish)) await agree(stage, book, wish, isDisputed)
  else answered(answer, isDisputed ? 409 : 200)
  if (isDisputed) return stage.tell('  which Stripe refuses')
  giveBack(book, payment, amount)
  book.byHandCents += amount
}
