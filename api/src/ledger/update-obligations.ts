import { sql, type Transaction } from 'kysely'
import { propertyDateSql } from '../calendar/property-date.ts'
import { pipelined } from '../db/pipeline.ts'
import { prepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import { obligationsSql } from './money-sql.ts'
import { applyMoney, type CoveredPart, type Obligation, type PolicyMoney } from './obligations.ts'
import { paymentsWithRemainderSql } from './remaining-balance.ts'

/** A payment whose failure is being recorded. */
export interface FailedPayment {
  amountCents: number
  wasProcessing: boolean
  submittedAt: Date
  failedAt: Date
}

interface MoneyRow extends Pick<PolicyMoney, 'dueCents' | 'writtenOffCents' | 'returnedCents' | 'payments' | 'today'> {
  submittedOn: string
  obligations: Obligation[]
  parts: CoveredPart[]
  /** Whether the policy has overpayments that a change of its balance can close or reopen. */
  hasOverpayments: boolean
}

/** Reads a policy's money. Call it with the policy balance locked, after the posting. */
export async function readPolicyMoney(
  trx: Transaction<DB>,
  policyId: string,
  failed?: FailedPayment,
): Promise<MoneyRow> {
  const { rows } = await sql<MoneyRow>`${prepared}
    select b.due_cents as "dueCents",
      ${sql.raw(propertyDateSql('p', 'coalesce(at.failed, acting_at())'))} as today,
      ${sql.raw(propertyDateSql('p', 'coalesce(at.submitted, acting_at())'))} as "submittedOn",
      (select coalesce(sum(w.amount_cents), 0)::bigint from write_offs w
        where w.policy_id = p.policy_id and w.reversed_at is null and w.amount_cents > 0) as "writtenOffCents",
      -- Return premium that reduced installments (BIL-15) covers nothing else.
      (select coalesce(sum(o.amount_cents), 0)::bigint from obligations o
        where o.policy_id = p.policy_id and o.invoice_id is not null)
      - (select coalesce(sum(i.total_premium_cents), 0)::bigint from invoices i
        where i.policy_id = p.policy_id) as "returnedCents",
      ${sql.raw(obligationsSql)} as obligations,
      (select coalesce(json_agg(held), '[]') from (${sql.raw(paymentsWithRemainderSql)}) held) as payments,
      (select coalesce(json_agg(json_build_object('invoiceId', ip.invoice_id, 'policyPaymentId', ip.policy_payment_id,
          'amountCents', ip.amount_cents)), '[]')
        from invoice_payments ip join invoices i using (invoice_id) where i.policy_id = p.policy_id) as parts,
      exists (select from overpayment_items o where o.policy_id = p.policy_id and o.state in ('open', 'spent')) as "hasOverpayments"
    from policies p join policy_balances b using (policy_id)
    cross join (select ${failed?.failedAt ?? null}::timestamptz as failed, ${failed?.submittedAt ?? null}::timestamptz as submitted) at
    where p.policy_id = ${policyId}`.execute(trx)
  const row = rows[0]
  if (!row) throw new Error(`Policy ${policyId} has no balance`)
  return row
}

/**
 * Applies a policy's money to its obligations and invoices (BIL-5, BIL-12). Call it with the policy balance locked after
 * every posting that changes what the policy owes: an invoice, a payment, its failure, a refund, a transfer or a
 * write-off.
 */
export async function updateObligations(trx: Transaction<DB>, policyId: string, failed?: FailedPayment): Promise<void> {
  await applyPolicyMoney(trx, policyId, await readPolicyMoney(trx, policyId, failed), failed)
}

/** Same as `updateObligations`, with money that was read after the posting. */
export async function applyPolicyMoney(
  trx: Transaction<DB>,
  policyId: string,
  { submittedOn, ...money }: MoneyRow,
  failed?: FailedPayment,
): Promise<void> {
  const { obligations, parts, excessCents } = applyMoney({
    ...money,
    ...(failed && { failure: { ...failed, submittedOn } }),
  })
  await writeChanges(trx, policyId, {
    obligations: getChangedObligations(money.obligations, obligations),
    ...getChangedParts(money.parts, parts),
  })
  if (excessCents > 0)
    await trx
      .insertInto('obligations')
      .values({
        ...{ policy_id: policyId, obligation_no: obligations.length + 1, installment_no: 1 },
        ...{ due_date: money.today, invoiced_due_date: money.today },
        ...{ purpose: 'returnedPayment', amount_cents: excessCents, open_cents: excessCents },
      })
      .execute()
}

function getChangedObligations(before: readonly Obligation[], after: readonly Obligation[]): Obligation[] {
  const known = new Map(before.map((obligation) => [obligation.obligationNo, obligation]))
  return after.filter(({ obligationNo, openCents, writtenOffCents, dueDate }) => {
    const old = known.get(obligationNo)
    return old?.openCents !== openCents || old.writtenOffCents !== writtenOffCents || old.dueDate !== dueDate
  })
}

const getKey = ({ invoiceId, policyPaymentId }: CoveredPart) => `${invoiceId} ${policyPaymentId}`

/** Returns the parts that are new or have another amount, and those that no longer exist. */
function getChangedParts(before: readonly CoveredPart[], after: readonly CoveredPart[]) {
  const known = new Map(before.map((part) => [getKey(part), part.amountCents]))
  const kept = new Set(after.map(getKey))
  return {
    changedParts: after.filter((part) => known.get(getKey(part)) !== part.amountCents),
    removedParts: before.filter((part) => !kept.has(getKey(part))),
  }
}

interface Changes {
  obligations: readonly Obligation[]
  changedParts: readonly CoveredPart[]
  removedParts: readonly CoveredPart[]
}

/** Writes the changed obligations and covered parts in one statement. */
async function writeChanges(trx: Transaction<DB>, policyId: string, changes: Changes): Promise<void> {
  const { obligations, changedParts, removedParts } = changes
  if (obligations.length + changedParts.length + removedParts.length === 0) return
  await sql`${pipelined} with
    updated as (
      update obligations o set open_cents = n."openCents", written_off_cents = n."writtenOffCents", due_date = n."dueDate"
      from json_to_recordset(${JSON.stringify(obligations)}::json)
        as n ("obligationNo" smallint, "openCents" bigint, "writtenOffCents" bigint, "dueDate" date)
      where o.policy_id = ${policyId} and o.obligation_no = n."obligationNo"),
    removed as (
      delete from invoice_payments ip
      using json_to_recordset(${JSON.stringify(removedParts)}::json) as r ("invoiceId" uuid, "policyPaymentId" uuid)
      where ip.invoice_id = r."invoiceId" and ip.policy_payment_id = r."policyPaymentId")
    insert into invoice_payments (invoice_id, policy_payment_id, amount_cents)
    select "invoiceId", "policyPaymentId", "amountCents" from json_to_recordset(${JSON.stringify(changedParts)}::json)
      as part ("invoiceId" uuid, "policyPaymentId" uuid, "amountCents" bigint)
    on conflict (invoice_id, policy_payment_id) do update set amount_cents = excluded.amount_cents`.execute(trx)
}
