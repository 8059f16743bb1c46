import { type FieldExpressions, selectFields, timestampSql } from '../../db/json-sql.ts'
import type { Operations } from '../../generated/operations.ts'
import type { Actor } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { calculateMaximumTransferCents } from '../../ledger/ledger.ts'
import { remainingBalanceSql } from '../../ledger/remaining-balance.ts'
import { getViewer } from '../../policy/viewer.ts'
import { isPaymentTransferable, isPaymentTransferableAgain, type PaymentStatus } from '../transfers/transfer-rules.ts'

/** A payment row in the format that all lists, pages and responses use. */
export type PaymentResponse = Operations['listPolicyPayments']['response']['payload'][number]

/** A payment row with its type's name and its remaining amount in cents. */
export interface PaymentRow {
  policyPaymentId: string
  paymentId: string
  policyNo: string
  createdAt: string
  paymentTypeId: PaymentResponse['paymentTypeId']
  paymentTypeDescription: string
  paymentStatus: PaymentStatus
  amountCents: number
  feeCents: number
  leftCents: number
  description: string
  memo: string | null
  checkNo: string | null
  payeeName: string | null
  isAppliedToPolicy: boolean
  recordType: 'Refund' | 'Transfer' | null
  createdByUserName: string
  failureReason: string | null
}

const columns: FieldExpressions<PaymentRow> = {
  policyPaymentId: 'y.policy_payment_id',
  paymentId: 'y.payment_id',
  policyNo: 'p.policy_no',
  createdAt: timestampSql('y.created_at'),
  paymentTypeId: 'y.payment_type_id',
  paymentTypeDescription: 'k.name',
  paymentStatus: 'y.status',
  amountCents: 'y.amount_cents',
  feeCents: 'y.fee_cents',
  leftCents: remainingBalanceSql('y'),
  description: 'y.description',
  memo: 'y.memo',
  checkNo: 'y.check_no',
  payeeName: 'y.payee_name',
  isAppliedToPolicy: 'y.is_applied_to_policy',
  recordType: 'y.record_type',
  createdByUserName: 'y.created_by_user_name',
  failureReason: 'y.failure_reason',
}

/** SQL for the columns of a `PaymentRow` from `payments y`, its policy `p`, and `payment_types k`. */
export const paymentColumns = selectFields<PaymentRow>(columns)

/** SQL for the payments of `policies p` as a JSON array of `PaymentRow`, newest first. */
export const paymentRowsSql = `select coalesce(json_agg(row_to_json(x)
      order by x."createdAt" desc, x."policyPaymentId" desc), '[]') from (
    select ${paymentColumns}
    from payments y join payment_types k using (payment_type_id)
    where y.policy_id = p.policy_id) x`

/**
 * Values for presenting a policy's payments: the policy's balance in cents, and whether the caller may transfer
 * payments.
 */
export interface PaymentView {
  dueCents: number
  receivedCents: number
  mayTransfer: boolean
}

/** Returns whether the user may transfer payments. Only staff with write access may. */
export function canTransferPayments(actor: Actor): boolean {
  const { kind, isReadonly } = getViewer(actor)
  return kind === 'internal' && !isReadonly
}

/** Returns the fields of a payment row without its available actions. */
export const toPaymentFields = ({
  amountCents,
  feeCents: _,
  leftCents: __,
  failureReason: ___,
  ...row
}: PaymentRow) => ({
  ...row,
  amount: toDollars(amountCents),
})

/**
 * Converts a payment row to the format of all payment responses. Adds whether the payment is applied and transferable,
 * and the maximum transfer amount.
 */
export function toPaymentResponse(row: PaymentRow, view: PaymentView): PaymentResponse {
  const canTransfer = view.mayTransfer && isPaymentTransferable(row, view)
  const canTransferAgain = view.mayTransfer && isPaymentTransferableAgain(row, view)
  return {
    ...toPaymentFields(row),
    feeAmount: toDollars(row.feeCents),
    memo: row.memo ?? '',
    payeeName: row.payeeName ?? '',
    failureReason: row.failureReason,
    canTransfer,
    canTransferAgain,
    maximumTransfer: canTransfer || canTransferAgain ? toDollars(calculateMaximumTransferCents(view.dueCents, row)) : 0,
  }
}
