import { type ModelPayment, recordTransfer, refundPayment, type transferMoney } from '../payer-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import type { HistoryContext } from './context.ts'
import { approveManualRefund, checkSecondPerson } from './manual-refund-review.ts'
import { withdrawUncoveredOffer } from './offer.ts'
import { hasClaimOnReturnPremium, type PolicyModel } from './policy-model.ts'
import { formatMoney, toDollars } from './random.ts'

/** Adds money that was transferred from another policy. The money keeps its payer and is never an overpayment. */
export function addTransferredPayment(
  { changed }: HistoryContext,
  from: PolicyModel,
  to: PolicyModel,
  { cents, from: payment, ...row }: Pick<ModelPayment, 'rowId' | 'paymentId'> & { from: ModelPayment; cents: number },
) {
  from.heldCents -= cents
  to.heldCents += cents
  changed.add(to)
  const { payer, isCheck, originalPayment = payment } = payment
  to.payments.push({
    ...row,
    payer,
    originalPayment,
    originalCents: cents,
    leftCents: cents,
    isTransferred: true,
    isCheck,
    refundedCents: 0,
  })
}

/** Adds the payments that a transfer created on the receiving policy. */
export async function addTransferredPayments(
  context: HistoryContext,
  from: PolicyModel,
  to: PolicyModel,
  transferred: ReturnType<typeof transferMoney>,
): Promise<void> {
  const rows = await context.db
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
    transferred.map((part) => part.cents),
    'the transferred payments',
  )
  for (const [index, { payment, cents }] of transferred.entries())
    addTransferredPayment(context, from, to, {
      rowId: rows[index]?.policy_payment_id ?? '',
      paymentId: rows[index]?.payment_id ?? '',
      from: payment,
      cents,
    })
}

/** Returns a random payment that has money left and was not transferred from another policy. */
const pickPayment = ({ oneOf }: HistoryContext, { payments }: PolicyModel): ModelPayment | undefined =>
  oneOf(payments.filter(({ leftCents, isTransferred }) => leftCents > 0 && !isTransferred))

export async function transferPayment(context: HistoryContext, from: PolicyModel): Promise<void> {
  const to = context.oneOf(context.policies.filter((policy) => policy !== from))
  const payment = pickPayment(context, from)
  if (!to || !payment) return
  const amount = 1 + context.below(payment.leftCents)
  context.log(
    `${from.policyNo}: ${formatMoney(amount)} of payment ${payment.paymentId} is transferred to ${to.policyNo}`,
  )
  const response = await context.callAs(
    context.staff,
    `PUT /api/v1/payments/${from.policyNo}/moveto/${to.policyNo}/${toDollars(amount)}`,
    { policyPaymentId: payment.rowId },
  )
  assertStatus(response, 200)
  recordTransfer(from, payment, amount)
  const { paymentId, policyPaymentId } = response.body.payload?.transferred ?? response.body.transferred
  addTransferredPayment(context, from, to, { rowId: policyPaymentId, paymentId, from: payment, cents: amount })
  withdrawUncoveredOffer(context, from)
}

export async function refundManually(context: HistoryContext, policy: PolicyModel): Promise<void> {
  const payment = pickPayment(context, policy)
  if (!payment) return
  const amount = 1 + context.below(payment.leftCents)
  context.log(`${policy.policyNo}: ${formatMoney(amount)} of payment ${payment.paymentId} is refunded manually`)
  const response = await context.callAs(context.staff, `POST /api/v1/billing/payments/${payment.paymentId}/refund`, {
    amount: toDollars(amount),
    reason: 'Any history',
  })
  // Stripe does not refund a disputed charge, even before Tideline has received the dispute.
  const isDisputed = context.disputed.some((one) => one.payment === payment)
  const refund = { payment, cents: amount, isHeld: hasClaimOnReturnPremium(policy) }
  if (checkSecondPerson(context, policy, response, refund))
    await approveManualRefund(context, policy, refund, isDisputed)
  else assertStatus(response, isDisputed ? 409 : 200)
  if (isDisputed) return context.log('  rejected by Stripe')
  // No premium is earned before the term begins.
  if (policy.earned.days === 0) policy.heldCents -= amount
  refundPayment(policy, payment, amount)
}
