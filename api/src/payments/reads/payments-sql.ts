import { fields, moment, money } from '../../db/json-sql.ts'
import type { Operations } from '../../generated/operations.ts'

type PolicyPayment = Operations['getConfirmation']['answer']['payload']['payments'][number]

/**
 * The payments of `policies p` with its balance as `b`, newest first, as the contract's PolicyPayment. `mayTransfer` is
 * a boolean expression: the viewer is internal and not read-only. Which payment may be moved: spec 2 §6; how much at
 * most: `maximumTransferCents` of the ledger.
 */
export const paymentsJsonSql = (mayTransfer: string) => `select coalesce(json_agg(row_to_json(x)
      order by x."createdAt" desc, x."policyPaymentId" desc), '[]') from (
    select ${fields<PolicyPayment>({
      policyPaymentId: 'y.policy_payment_id',
      paymentId: 'y.payment_id',
      policyNo: 'p.policy_no',
      createdAt: moment('y.created_at'),
      paymentTypeId: 'y.payment_type_id',
      paymentTypeDescription: 'k.name',
      paymentStatus: 'y.status',
      amount: money('y.amount_cents'),
      feeAmount: money('y.fee_cents'),
      description: 'y.description',
      memo: "coalesce(y.memo, '')",
      checkNo: 'y.check_no',
      payeeName: "coalesce(y.payee_name, '')",
      isAppliedToPolicy: 'y.is_applied_to_policy',
      recordType: 'y.record_type',
      createdByUserName: 'y.created_by_user_name',
      failureReason: 'y.failure_reason',
      canTransfer: `(${mayTransfer}::boolean and y.status not in ('failed', 'cancelled') and y.amount_cents > 0
        and y.is_applied_to_policy and y.payment_type_id <> 12 and y.left_cents <> 0
        and (b.due_cents <> 0 or b.received_cents <> 0))`,
      maximumTransfer: money(`greatest(0, case when b.due_cents > 0 then y.left_cents
        else least(y.amount_cents, y.left_cents) end)`),
    })}
    from (select payments.*, coalesce(sum(amount_cents) filter (where status in ('paid', 'refunded', 'processing'))
        over (partition by payment_id), 0)::bigint as left_cents
      from payments where policy_id = p.policy_id) y
    join payment_types k on k.payment_type_id = y.payment_type_id) x`
