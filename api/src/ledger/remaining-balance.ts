import { type Kysely, sql } from 'kysely'
import { prepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'

/** A payment on one policy. All its positive and negative rows on that policy have the same payment id. */
export interface PaymentOnPolicy {
  policyId: string
  paymentId: string
}

/**
 * SQL for the cents of the payment of `row` that are neither refunded nor moved. Counts processing refunds, but not
 * failed or cancelled ones.
 */
export const remainingBalanceSql = (
  row: string,
) => `(select coalesce(sum(same.amount_cents), 0)::bigint from payments same
      where same.policy_id = ${row}.policy_id and same.payment_id = ${row}.payment_id
        and same.status in ('paid', 'refunded', 'processing'))`

/**
 * Returns the cents of a payment that are neither refunded nor moved. Lock the policy balance first if the result must
 * stay valid.
 */
export async function getRemainingCents(db: Kysely<DB>, { policyId, paymentId }: PaymentOnPolicy): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select ${sql.raw(remainingBalanceSql('y'))} as cents
    from (select ${policyId}::uuid as policy_id, ${paymentId}::text as payment_id) y`.execute(db)
  return rows[0]?.cents ?? 0
}

/**
 * Returns the same as `getRemainingCents`, plus parts that were moved to another policy and later moved back. Lock the
 * policy balance first if the result must stay valid.
 */
export async function getRemainingCentsWithReturns(
  db: Kysely<DB>,
  payment: PaymentOnPolicy & { id: string },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(own.amount_cents), 0)::bigint as cents from payments own
    where own.policy_id = ${payment.policyId} and own.status in ('paid', 'refunded', 'processing')
      and (own.payment_id = ${payment.paymentId} or own.payment_id in (
        select back.payment_id from payments back
        where back.policy_id = ${payment.policyId} and back.reverses_payment_id = ${payment.id}
          and back.record_type = 'Transfer' and back.amount_cents > 0))`.execute(db)
  return rows[0]?.cents ?? 0
}

/** SQL query for the payments of policy `p` that still have remaining cents, oldest first. */
export const paymentsWithRemainderSql = `select held.* from (
      select y.policy_payment_id as "policyPaymentId", ${remainingBalanceSql('y')} as "leftCents"
      from payments y
      where y.policy_id = p.policy_id and y.status = 'paid' and y.amount_cents > 0
      order by y.created_at, y.policy_payment_id) held
    where held."leftCents" > 0`

/**
 * Returns a policy's payments that still have remaining cents, oldest first. Remaining cents are neither refunded nor
 * moved. Lock the policy balance first.
 */
export async function getPaymentsWithRemainder(
  db: Kysely<DB>,
  policyId: string,
): Promise<{ policyPaymentId: string; leftCents: number }[]> {
  const { rows } = await sql<{ policyPaymentId: string; leftCents: number }>`${prepared}
    select held.* from (select ${policyId}::uuid as policy_id) p
    cross join lateral (${sql.raw(paymentsWithRemainderSql)}) held`.execute(db)
  return rows
}

/**
 * Returns the parts of a payment that were moved to other policies: for each policy, the amount and the transfer rows
 * on both sides.
 */
export async function getTransferredParts(trx: Kysely<DB>, payment: { id: string; policyId: string }) {
  const rows = await trx
    .selectFrom('payments')
    .select(['policy_payment_id', 'policy_id', 'transferred_policy_id', 'amount_cents'])
    .where('reverses_payment_id', '=', payment.id)
    .where('record_type', '=', 'Transfer')
    .where('status', '=', 'paid')
    .execute()
  const isOwn = (row: (typeof rows)[number]) => row.policy_id === payment.policyId
  const byRecipient = Map.groupBy(rows, (row) => (isOwn(row) ? row.transferred_policy_id : row.policy_id))
  return [...byRecipient].map(([policyId, both]) => ({
    policyId: policyId as string,
    amountCents: both.reduce((sum, row) => sum + (isOwn(row) ? 0 : row.amount_cents), 0),
    rowIds: both.map((row) => row.policy_payment_id),
  }))
}
