import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { prepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import { publishPaymentEvent } from './publish-payment-event.ts'

/**
 * Creates an open overpayment if a payment exceeds the balance, for example if lender and insured both paid. Staff
 * decide on it. Call it after posting the payment, with the policy balance locked.
 */
export async function createOverpayment(
  trx: Transaction<DB>,
  payment: { policyPaymentId: string; policyId: string; amountCents: number; now: Date },
): Promise<void> {
  const { rows } = await sql<{ paymentId: string; amountCents: number }>`${prepared}
    insert into overpayment_items (policy_payment_id, policy_id, amount_cents, created_at)
    select y.policy_payment_id, b.policy_id, least(${payment.amountCents}, -b.due_cents), ${payment.now}
    from payments y cross join policy_balances b
    where y.policy_payment_id = ${payment.policyPaymentId} and b.policy_id = ${payment.policyId} and b.due_cents < 0
    on conflict (policy_payment_id) do nothing
    returning amount_cents as "amountCents",
      (select payment_id from payments where policy_payment_id = overpayment_items.policy_payment_id) as "paymentId"`.execute(
    trx,
  )
  const [opened] = rows
  if (opened) await publishPaymentEvent(trx, 'overpayment.opened', { ...payment, ...opened }, payment.now)
}

/**
 * SQL for the part of an overpayment that is neither refunded nor moved. Refunds and transfers of a payment use its
 * overpaid part first (REF-4).
 */
const overpaymentRemainderSql = (
  item: string,
  payment: string,
) => `greatest(0, ${item}.amount_cents + coalesce((select sum(gone.amount_cents)
    from payments gone where gone.policy_id = ${payment}.policy_id and gone.payment_id = ${payment}.payment_id
      and gone.amount_cents < 0 and gone.status in ('paid', 'refunded', 'processing')), 0))`

/**
 * SQL for the remaining cents of an overpayment, given rows `o` of `overpayment_items` and `y` of `payments`. It is at
 * most the policy's credit minus newer overpayments, and zero if the payment is no longer paid.
 */
export const remainingOverpaymentSql = sql<number>`case when y.status <> 'paid' then 0 else ${sql.raw(`greatest(0, least(
    ${overpaymentRemainderSql('o', 'y')},
    -coalesce((select due_cents from policy_balances held where held.policy_id = o.policy_id), 0)
    - coalesce((select sum(${overpaymentRemainderSql('later', 'paid')}) from overpayment_items later
        join payments paid on paid.policy_payment_id = later.policy_payment_id
        where later.policy_id = o.policy_id and later.state in ('open', 'keptAsCredit') and paid.status = 'paid'
          and (later.created_at, later.overpayment_item_id) > (o.created_at, o.overpayment_item_id)), 0)))::bigint`)} end`

/**
 * Updates the overpayments of a payment after a refund or transfer. An overpayment with nothing left is closed as
 * `outcome`. If the bank returned the refund, it is reopened. Call it with the policy balance locked.
 */
export const updatePaymentOverpayments = (
  trx: Transaction<DB>,
  policyPaymentId: string,
  outcome: { as: 'refunded' | 'transferred'; by: string; now: Date },
): Promise<void> => updateOverpayments(trx, sql`o.policy_payment_id = ${policyPaymentId}`, outcome)

/** Updates all overpayments of a policy after its balance changed. Additional premium reduces them. */
export const updatePolicyOverpayments = (trx: Transaction<DB>, policyId: string, by: string): Promise<void> =>
  updateOverpayments(trx, sql`o.policy_id = ${policyId} and o.state in ('open', 'spent')`, {
    as: 'spent',
    by,
    now: undefined,
  })

async function updateOverpayments(
  trx: Transaction<DB>,
  which: RawBuilder<unknown>,
  outcome: { as: 'refunded' | 'transferred' | 'spent'; by: string; now: Date | undefined },
): Promise<void> {
  await sql`${prepared}
    update overpayment_items item set state = now_left.state,
      decided_by = case when now_left.state = 'open' then null else ${outcome.by} end,
      decided_at = case when now_left.state = 'open' then null else coalesce(${outcome.now ?? null}::timestamptz, now()) end
    from (select o.overpayment_item_id, case when ${remainingOverpaymentSql} > 0 then 'open' else ${outcome.as} end as state
      from overpayment_items o join payments y using (policy_payment_id)
      where ${which} and o.state <> 'keptAsCredit') now_left
    where item.overpayment_item_id = now_left.overpayment_item_id
      and (item.state = 'open') <> (now_left.state = 'open')`.execute(trx)
}

/**
 * Returns a policy's open overpayments, newest first, with the remaining cents of each one. Lock the policy balance
 * first.
 */
export async function getOpenOverpayments(
  db: Kysely<DB>,
  policyId: string,
): Promise<{ policyPaymentId: string; leftCents: number }[]> {
  const { rows } = await sql<{ policyPaymentId: string; leftCents: number }>`
    select found.* from (
      select o.policy_payment_id as "policyPaymentId", ${remainingOverpaymentSql} as "leftCents"
      from overpayment_items o join payments y using (policy_payment_id)
      where o.policy_id = ${policyId} and o.state = 'open' order by o.created_at desc, o.overpayment_item_id desc) found
    where found."leftCents" > 0`.execute(db)
  return rows
}

/** Keeps the remaining part of an overpayment as credit for the renewal. No money is moved. */
export async function holdOverpaymentForRenewal(
  trx: Transaction<DB>,
  overpaymentItemId: string,
  kept: { amountCents: number; by: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('overpayment_items')
    .set({ state: 'keptAsCredit', amount_cents: kept.amountCents, decided_by: kept.by, decided_at: kept.now })
    .where('overpayment_item_id', '=', overpaymentItemId)
    .execute()
}

/**
 * Returns the cents that staff decided to keep as credit for the next term, at most the policy's credit. Lock the
 * policy balance first.
 */
export async function getRenewalCredit(db: Kysely<DB>, policyId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select greatest(0, least(-b.due_cents, (select coalesce(sum(o.amount_cents), 0)::bigint from overpayment_items o
      where o.policy_id = b.policy_id and o.state = 'keptAsCredit'))) as cents
    from policy_balances b where b.policy_id = ${policyId}`.execute(db)
  return rows[0]?.cents ?? 0
}
