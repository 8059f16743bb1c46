import { PaymentType } from '@tideline/sdk/words'
import { type Kysely, sql } from 'kysely'
import { prepared } from '../../db/prepared-statement.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import type { Policy } from '../../policy/visibility.ts'
import { getAmountDue } from '../charge/amount-due.ts'
import {
  canTransferPayments,
  type PaymentResponse,
  type PaymentRow,
  paymentRowsSql,
  toPaymentResponse,
} from './payment-response.ts'

interface PolicyPayments {
  policyId: string
  dueCents: number
  receivedCents: number
  payments: PaymentRow[]
}

const readPayments = (db: Kysely<DB>, policyIds: string[]) =>
  sql<PolicyPayments>`${prepared}
    select p.policy_id as "policyId", coalesce(b.due_cents, 0) as "dueCents", coalesce(b.received_cents, 0) as "receivedCents",
      (${sql.raw(paymentRowsSql)}) as payments
    from policies p left join policy_balances b using (policy_id)
    where p.policy_id = any(${policyIds}::uuid[])`.execute(db)

/** Returns all payment rows of several policies, grouped by policy, newest first. Uses one query. */
export async function getPaymentsByPolicy(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  policyIds: string[],
): Promise<Map<string, PaymentResponse[]>> {
  const mayTransfer = canTransferPayments(ctx.actor)
  const { rows } = await readPayments(ctx.db, policyIds)
  return new Map(
    rows.map(({ policyId, payments, ...money }) => [
      policyId,
      payments.map((row) => toPaymentResponse(row, { ...money, mayTransfer })),
    ]),
  )
}

/** Returns all payment rows of a policy, newest first. */
export const getPayments = async (ctx: Ctx, { policyId }: Policy): Promise<PaymentResponse[]> =>
  (await getPaymentsByPolicy(ctx, [policyId])).get(policyId) ?? []

/** Returns the number printed on a payment's receipt. */
export const getReceiptNo = (paymentId: string) => paymentId.replace(/^PAY/, 'RCP')

/** Returns the number and PDF link of a payment's receipt. */
export const getReceiptReference = (payment: Pick<PaymentResponse, 'paymentId' | 'policyNo' | 'policyPaymentId'>) => ({
  receiptNo: getReceiptNo(payment.paymentId),
  policyNo: payment.policyNo,
  policyPaymentId: payment.policyPaymentId,
  pdfUrl: `/api/v1/payments/receipts/${payment.policyNo}/${payment.policyPaymentId}/pdf`,
})

/** Returns a recorded payment with its receipt and the policy's balance after it. */
export async function buildRecordedPaymentResponse(
  ctx: Ctx,
  policy: Policy,
  policyPaymentId: string,
  nextAction: { clientSecret: string } | null = null,
) {
  const payment = (await getPayments(ctx, policy)).find((row) => row.policyPaymentId === policyPaymentId)
  if (!payment) throw new Error(`Payment ${policyPaymentId} is not on policy ${policy.policyNo}.`)
  const due = await getAmountDue(ctx.db, policy, ctx.now)
  const receipt = getReceiptReference(payment)
  return {
    payment: nextAction ? { ...payment, paymentStatus: 'requires_action' as const } : payment,
    receipt: payment.paymentTypeId === PaymentType.transfer || nextAction ? null : receipt,
    nextAction,
    isPaid: due.isPaid,
    totalDue: toDollars(due.totalDueCents),
    currentlyDue: toDollars(due.currentlyDueCents),
  }
}
