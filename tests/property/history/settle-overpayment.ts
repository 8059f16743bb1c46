import { getCredit, getRemaining, recordTransfer, refundPayment } from '../payer-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import type { HistoryContext } from './context.ts'
import { approveManualRefund, checkSecondPerson } from './manual-refund-review.ts'
import { withdrawUncoveredOffer } from './offer.ts'
import type { PolicyModel } from './policy-model.ts'
import { formatMoney, toCents } from './random.ts'
import { addTransferredPayment } from './transfer-money.ts'

/** Resolves an overpayment as staff: refunds it, transfers it to another policy, or keeps it for the renewal (REW-1, REF-4). */
export async function resolveOverpayment(context: HistoryContext, policy: PolicyModel): Promise<void> {
  const { callAs, staff, oneOf, db } = context
  const item = oneOf(policy.overpayments.filter((one) => one.state === 'open' && getRemaining(policy, one) > 0))
  if (!item || getCredit(policy) === 0) return
  const left = getRemaining(policy, item)
  const to = oneOf(context.policies.filter((other) => other !== policy))
  const decision = oneOf(['refundPayer', 'transfer', 'keepAsCredit'])
  context.log(
    `${policy.policyNo}: staff resolve an overpayment of ${formatMoney(left)} of payment ${item.payment.paymentId}: ${decision}${decision === 'transfer' ? ` to ${to.policyNo}` : ''}`,
  )
  const { overpayment_item_id } = await db
    .selectFrom('overpayment_items')
    .select('overpayment_item_id')
    .where('policy_payment_id', '=', item.payment.rowId)
    .executeTakeFirstOrThrow()
  const known = new Set(to.payments.map(({ paymentId }) => paymentId))
  const response = await callAs(staff, `POST /api/v1/billing/overpayments/${overpayment_item_id}/resolve`, {
    decision,
    ...(decision === 'transfer' && { toPolicyNo: to.policyNo }),
  })
  const refund = { payment: item.payment, cents: left, isHeld: false }
  if (decision === 'refundPayer' && checkSecondPerson(context, policy, response, refund))
    await approveManualRefund(context, policy, refund)
  else assertStatus(response, 200)
  if (decision === 'keepAsCredit') {
    assertSame(toCents(response.body.payload.amount), left, 'the credit kept for the renewal')
    item.state = 'kept'
    item.keptCents = left
    // Money that was already refunded or transferred is not part of the credit.
    item.cents = left + item.payment.originalCents - item.payment.leftCents
  } else if (decision === 'refundPayer') {
    refundPayment(policy, item.payment, left)
    withdrawUncoveredOffer(context, policy)
  } else {
    recordTransfer(policy, item.payment, left)
    const rows = await db
      .selectFrom('payments')
      .select(['policy_payment_id', 'payment_id', 'amount_cents'])
      .where('policy_id', '=', to.policyId)
      .where('amount_cents', '>', 0)
      .where('status', '=', 'paid')
      .execute()
    const [transferred, ...others] = rows.filter(({ payment_id }) => !known.has(payment_id))
    assertSame(
      [transferred?.amount_cents, others.length],
      [left, 0],
      `the payment of ${formatMoney(left)} on ${to.policyNo}`,
    )
    const row = { rowId: transferred?.policy_payment_id ?? '', paymentId: transferred?.payment_id ?? '' }
    addTransferredPayment(context, policy, to, { ...row, from: item.payment, cents: left })
    withdrawUncoveredOffer(context, policy)
  }
}
