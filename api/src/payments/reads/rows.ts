import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { maximumTransferCents } from '../../ledger/ledger.ts'
import type { Policy } from '../../policy/visibility.ts'
import { amountDue } from '../charge/amount-due.ts'
import { mayBeTransferred, type PaymentStatus } from '../transfers/transfer-rules.ts'

export type PaymentTypeId = 1 | 2 | 3 | 4 | 5 | 6 | 12

/** A row of the table, with the sum of the rows that share the payment's id, which transfers look at. */
interface Row {
  policy_payment_id: string
  payment_id: string
  policy_no: string
  created_at: Date
  payment_type_id: PaymentTypeId
  type_name: string
  status: PaymentStatus
  amount_cents: number
  fee_cents: number
  description: string
  memo: string | null
  check_no: string | null
  payee_name: string | null
  is_applied_to_policy: boolean
  record_type: 'Refund' | 'Transfer' | null
  created_by_user_name: string
  failure_reason: string | null
  id_total_cents: number
}

const rowsOf = (db: Kysely<DB>, policyId: string) =>
  sql<Row>`
    select pay.policy_payment_id, pay.payment_id, p.policy_no, pay.created_at, pay.payment_type_id, t.name as type_name,
      pay.status, pay.amount_cents, pay.fee_cents, pay.description, pay.memo, pay.check_no, pay.payee_name,
      pay.is_applied_to_policy, pay.record_type, pay.created_by_user_name, pay.failure_reason,
      coalesce(sum(pay.amount_cents) filter (where pay.status in ('paid', 'refunded', 'processing'))
        over (partition by pay.payment_id), 0)::bigint as id_total_cents
    from payments pay
    join policies p on p.policy_id = pay.policy_id
    join payment_types t on t.payment_type_id = pay.payment_type_id
    where pay.policy_id = ${policyId}
    order by pay.created_at desc, pay.policy_payment_id desc`.execute(db)

/** Staff who do not only look may move what the rule allows (spec 1 §6). */
const canTransfer = (ctx: Ctx, row: Row, due: { dueCents: number; receivedCents: number }): boolean =>
  ctx.actor.kind === 'staff' &&
  !ctx.actor.roles.has('readonly') &&
  mayBeTransferred({
    status: row.status,
    amountCents: row.amount_cents,
    idTotalCents: row.id_total_cents,
    isAppliedToPolicy: row.is_applied_to_policy,
    paymentTypeId: row.payment_type_id,
    ...due,
  })

const present = (ctx: Ctx, row: Row, due: { dueCents: number; receivedCents: number }) => {
  const isTransferable = canTransfer(ctx, row, due)
  return {
    policyPaymentId: row.policy_payment_id,
    paymentId: row.payment_id,
    policyNo: row.policy_no,
    createdAt: row.created_at.toISOString(),
    paymentTypeId: row.payment_type_id,
    paymentTypeDescription: row.type_name,
    paymentStatus: row.status as Row['status'] | 'requires_action',
    amount: toDollars(row.amount_cents),
    feeAmount: toDollars(row.fee_cents),
    description: row.description,
    memo: row.memo ?? '',
    checkNo: row.check_no,
    payeeName: row.payee_name ?? '',
    isAppliedToPolicy: row.is_applied_to_policy && (row.status === 'paid' || row.status === 'refunded'),
    recordType: row.record_type,
    createdByUserName: row.created_by_user_name,
    failureReason: row.failure_reason,
    canTransfer: isTransferable,
    maximumTransfer: isTransferable
      ? toDollars(maximumTransferCents(due.dueCents, row.amount_cents, [row.id_total_cents]))
      : 0,
  }
}

export type PresentedPayment = ReturnType<typeof present>

/** Every payment row of a policy, the newest first. */
export async function paymentsOf(ctx: Ctx, policy: Policy): Promise<PresentedPayment[]> {
  const due = await amountDue(ctx.db, policy, ctx.now)
  const { rows } = await rowsOf(ctx.db, policy.policyId)
  const receivedCents = rows.reduce((sum, row) => sum + (row.status === 'paid' ? row.amount_cents : 0), 0)
  return rows.map((row) => present(ctx, row, { dueCents: due.totalDueCents, receivedCents }))
}

/** The number printed on a payment's receipt. */
export const receiptNoOf = (paymentId: string) => paymentId.replace(/^PAY/, 'RCP')

/** Where the receipt of a payment is. */
export const receiptReferenceOf = (payment: Pick<PresentedPayment, 'paymentId' | 'policyNo' | 'policyPaymentId'>) => ({
  receiptNo: receiptNoOf(payment.paymentId),
  policyNo: payment.policyNo,
  policyPaymentId: payment.policyPaymentId,
  pdfUrl: `/api/v1/payments/receipts/${payment.policyNo}/${payment.policyPaymentId}/pdf`,
})

/** A payment as recorded, with its receipt and what the policy owes after it. */
export async function recordedPayment(
  ctx: Ctx,
  policy: Policy,
  policyPaymentId: string,
  nextAction: { clientSecret: string } | null = null,
) {
  const payment = (await paymentsOf(ctx, policy)).find((row) => row.policyPaymentId === policyPaymentId)
  if (!payment) throw new Error(`Payment ${policyPaymentId} is not on policy ${policy.policyNo}.`)
  const due = await amountDue(ctx.db, policy, ctx.now)
  const receipt = receiptReferenceOf(payment)
  return {
    payment: nextAction ? { ...payment, paymentStatus: 'requires_action' as const } : payment,
    receipt: payment.paymentTypeId === 12 || nextAction ? null : receipt,
    nextAction,
    isPaid: due.isPaid,
    totalDue: toDollars(due.totalDueCents),
    currentlyDue: toDollars(due.currentlyDueCents),
  }
}
