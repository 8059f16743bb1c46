import { PaymentType } from '@tideline/sdk/words'
import { type Kysely, sql } from 'kysely'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { prepared } from '../../db/prepared-statement.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { type BalanceAndObligations, balanceAndObligationsSql, toBalanceAndAmountDue } from '../../ledger/invoices.ts'
import type { Policy } from '../../policy/visibility.ts'
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
  const { rows } = await sql<BalanceAndObligations & { payments: PaymentRow[] }>`${prepared}
    select ${sql.raw(balanceAndObligationsSql)}, (${sql.raw(paymentRowsSql)}) as payments
    from policies p left join policy_balances b using (policy_id) where p.policy_id = ${policy.policyId}`.execute(
    ctx.db,
  )
  const [read] = rows
  const row = read?.payments.find((one) => one.policyPaymentId === policyPaymentId)
  if (!read || !row) throw new Error(`Payment ${policyPaymentId} is not on policy ${policy.policyNo}.`)
  const payment = toPaymentResponse(row, { ...read, mayTransfer: canTransferPayments(ctx.actor) })
  const due = toBalanceAndAmountDue(read, getPropertyDate(ctx.now, policy))
  const receipt = getReceiptReference(payment)
  return {
    payment: nextAction ? { ...payment, paymentStatus: 'requires_action' as const } : payment,
    receipt: payment.paymentTypeId === PaymentType.transfer || nextAction ? null : receipt,
    nextAction,
    isPaid: due.currentlyDueCents <= 0,
    totalDue: toDollars(due.dueCents),
    currentlyDue: toDollars(due.currentlyDueCents),
  }
}
