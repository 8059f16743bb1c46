import { getCredit, getRemaining, move as movePayment, refundPayment } from '../payer-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import type { HistoryContext } from './context.ts'
import { approveManualRefund, checkSecondPerson } from './manual-refund-review.ts'
import { addMovedPayment } from './move-money.ts'
import type { PolicyModel } from './policy-model.ts'
import { cents, dollars, money } from './random.ts'

/**
 * Decides on an overpayment as staff: refunds it, moves it to another policy, or keeps it for the renewal (REW-1,
 * REF-4).
 */
export async function settleOverpaid(stage: HistoryContext, book: PolicyModel): Promise<void> {
  const { as, staff, oneOf, db } = stage
  const item = oneOf(book.overpaid.filter((one) => one.state === 'open' && getRemaining(book, one) > 0))
  if (!item || getCredit(book) === 0) return
  const left = getRemaining(book, item)
  const to = oneOf(stage.books.filter((other) => other !== book))
  const move = oneOf(['refundPayer', 'transfer', 'keepAsCredit'])
  stage.log(
    `${book.policyNo}: staff decide on ${money(left)} too much of payment ${item.payment.paymentId}: ${move}${move === 'transfer' ? ` to ${to.policyNo}` : ''}`,
  )
  const { overpayment_item_id } = await db
    .selectFrom('overpayment_items')
    .select('overpayment_item_id')
    .where('policy_payment_id', '=', item.payment.rowId)
    .executeTakeFirstOrThrow()
  const known = new Set(to.payments.map(({ paymentId }) => paymentId))
  const answer = await as(staff, `POST /api/v1/billing/overpayments/${overpayment_item_id}/resolve`, {
    move,
    ...(move === 'transfer' && { toPolicyNo: to.policyNo }),
  })
  const wish = { payment: item.payment, cents: left, isHeld: false }
  if (move === 'refundPayer' && checkSecondPerson(stage, book, answer, wish))
    await approveManualRefund(stage, book, wish)
  else assertStatus(answer, 200)
  if (move === 'keepAsCredit') {
    assertSame(cents(answer.body.payload.amount), left, 'what is kept as credit')
    item.state = 'kept'
    item.keptCents = left
    // Money that has left the payment before is not part of the credit.
    item.cents = left + item.payment.originalCents - item.payment.leftCents
  } else if (move === 'refundPayer') refundPayment(book, item.payment, left)
  else {
    movePayment(book, item.payment, left)
    const rows = await db
      .selectFrom('payments')
      .select(['policy_payment_id', 'payment_id', 'amount_cents'])
      .where('policy_id', '=', to.policyId)
      .where('amount_cents', '>', 0)
      .where('status', '=', 'paid')
      .execute()
    const [made, ...others] = rows.filter(({ payment_id }) => !known.has(payment_id))
    assertSame(
      [made?.amount_cents, others.length],
      [left, 0],
      `what ${to.policyNo} is paid, in dollars ${dollars(left)}`,
    )
    const row = { rowId: made?.policy_payment_id ?? '', paymentId: made?.payment_id ?? '' }
    addMovedPayment(stage, book, to, { ...row, from: item.payment, cents: left })
  }
}
