import { sql } from 'kysely'
import { createNotFoundError } from '../../http/api-error.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { toMethodDetails } from '../methods/methods.ts'
import type { PaymentRow } from './payment-response.ts'
import { getReceiptNo } from './rows.ts'

interface Row {
  payment_id: string
  created_at: Date
  payment_type_id: PaymentRow['paymentTypeId']
  type_name: string
  status: PaymentRow['paymentStatus']
  amount_cents: number
  fee_cents: number
  check_no: string | null
  payee_name: string | null
  payment_type: 'card' | 'us_bank_account' | null
  card_brand: string | null
  card_country: string | null
  last_four_digits: string | null
  expiration: string | null
  bank_name: string | null
  /** Sequence number of the refund among the payment's refunds, starting at 1. Null for payments. */
  refund_no: number | null
  balance_after_cents: number
}

/**
 * Returns a payment with the policy balance after it. For a payment that is still processing, this is the balance at
 * submission.
 */
async function readRow(ctx: Ctx, policy: Policy, policyPaymentId: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select pay.payment_id, pay.created_at, pay.payment_type_id, t.name as type_name, pay.status, pay.amount_cents,
      pay.fee_cents, pay.check_no, pay.payee_name, m.payment_type, m.card_brand, m.card_country, m.last_four_digits, m.expiration,
      m.bank_name,
      case when pay.record_type = 'Refund' then (select count(*) from payments refund
          where refund.policy_id = pay.policy_id and refund.payment_id = pay.payment_id and refund.record_type = 'Refund'
            and (refund.created_at, refund.policy_payment_id) <= (pay.created_at, pay.policy_payment_id))::integer
        end as refund_no,
      (select coalesce(sum(posted.amount_cents), 0) from postings posted
        where posted.policy_id = pay.policy_id and posted.account_code = 'receivable'
          and posted.posting_id <= own.posting_id)::bigint as balance_after_cents
    from payments pay
    join payment_types t on t.payment_type_id = pay.payment_type_id
    left join payment_methods m on m.payment_method_id = pay.payment_method_id
    cross join lateral (select coalesce(min(posting_id) filter (where account_code = 'receivable'), min(posting_id)) as posting_id
      from postings where policy_payment_id = pay.policy_payment_id) own
    where pay.policy_id = ${policy.policyId} and pay.policy_payment_id = ${policyPaymentId} and t.has_receipt`.execute(
    ctx.db,
  )
  const row = rows[0]
  if (!row) throw createNotFoundError({ policyPaymentId })
  return row
}

/**
 * Returns the content of a payment's receipt. Throws 404 if the payment has no receipt, for example a transfer
 * (PAY-13).
 */
export async function readReceipt(ctx: Ctx, policyNo: string, policyPaymentId: string) {
  const policy = await requirePolicy(ctx, policyNo)
  const row = await readRow(ctx, policy, policyPaymentId)
  return {
    receiptNo: row.refund_no ? `${getReceiptNo(row.payment_id)}-R${row.refund_no}` : getReceiptNo(row.payment_id),
    policyNo: policy.policyNo,
    productId: policy.productId as 1,
    policyPaymentId,
    paymentId: row.payment_id,
    createdAt: row.created_at.toISOString(),
    paymentTypeDescription: row.type_name,
    paymentStatus: row.status,
    method: row.payment_type ? toMethodDetails({ ...row, payment_type: row.payment_type }) : null,
    checkNo: row.check_no,
    amount: toDollars(row.amount_cents),
    feeAmount: toDollars(row.fee_cents),
    total: toDollars(row.amount_cents + row.fee_cents),
    payerName: row.payee_name || policy.insuredName,
    insuredName: policy.insuredName,
    address: policy.addressLine,
    balanceAfter: toDollars(row.balance_after_cents),
  }
}

export type Receipt = Awaited<ReturnType<typeof readReceipt>>
