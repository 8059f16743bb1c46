import { type Kysely, sql, type Transaction } from 'kysely'
import { pipelined } from '../db/pipeline.ts'
import { executePrepared, prepared } from '../db/prepared-statement.ts'
import type { DB } from '../db/schema.ts'
import { getRemainingInstallments, spreadCharge, spreadReturnPremium } from './installments.ts'
import { buildInvoiceEntry, type ChargeLine } from './ledger.ts'
import { obligationsSql, submittedCentsSql } from './money-sql.ts'
import {
  type DueCharge,
  type DueFacts,
  type DueSummary,
  getPastDueCents,
  type Obligation,
  summarizeDue,
  toDueFacts,
} from './obligations.ts'
import { updatePolicyOverpayments } from './overpayment.ts'
import { type PolicyBalance, postJournalEntries } from './store.ts'
import { applyPolicyMoney, readPolicyMoney } from './update-obligations.ts'
import { recoverWriteOffs } from './write-offs.ts'

/** Why an amount is owed. */
type Purpose = DB['obligations']['purpose']

export interface NewInvoice {
  policyId: string
  policyTransactionId?: string
  /** Lines in cents. Negative lines are return premium. Zero lines are omitted. */
  lines: ChargeLine[]
  /** Purpose of the whole invoice, or of its first installment. Defaults to `adjustment`. */
  purpose?: Exclude<Purpose, 'installment'>
  /** Due date, `YYYY-MM-DD`. */
  dueDate: string
  /**
   * Due dates and amounts of a monthly plan. The amounts must add up to the total. Without a plan, the total is due on
   * `dueDate`.
   */
  installments?: { dueDate: string; amountCents: number }[]
  /**
   * Only for endorsements: the current date at the property. If installments of a monthly plan remain, the amount is
   * spread over them (BIL-15).
   */
  spreadFrom?: string
  billedTo?: 'insured' | 'coapplicant' | 'lienholder'
  createdBy?: string | null
}

/** An invoice that was posted, with its total in cents. */
interface PostedInvoice {
  invoiceId: string
  totalCents: number
}

/**
 * Posts an invoice, or return premium if the lines are negative. Return premium first pays written-off debt (BIL-10).
 * Returns undefined if there is nothing to invoice. Call it with the policy and its balance locked because the posting can
 * change whether the policy is paid. Returns the amount due of the policy after the posting, negative for a credit.
 * @throws {RangeError} if the installments do not add up to the total
 */
export async function postInvoice(
  trx: Transaction<DB>,
  invoice: NewInvoice,
): Promise<(PostedInvoice & { dueCents: number }) | undefined> {
  const { policyId } = invoice
  const lines = getChargedLines(invoice)
  if (lines.length === 0) return undefined
  const totalCents = sum(lines)
  const remaining = invoice.spreadFrom
    ? getRemainingInstallments(await getObligations(trx, policyId), invoice.spreadFrom)
    : []
  const installments = invoice.installments ??
    spreadCharge(totalCents, remaining) ?? [{ dueDate: invoice.dueDate, amountCents: totalCents }]
  const [posted] = await insertInvoices(trx, [{ ...invoice, lines, installments }])
  if (totalCents < 0) await reduceInstallments(trx, policyId, spreadReturnPremium(-totalCents, remaining))
  let money = await readPolicyMoney(trx, policyId)
  if (await recoverWriteOffs(trx, policyId, -totalCents, money)) money = await readPolicyMoney(trx, policyId)
  await applyPolicyMoney(trx, policyId, money)
  if (money.hasOverpayments) await updatePolicyOverpayments(trx, policyId, 'Tideline')
  return posted && { ...posted, dueCents: money.dueCents }
}

/**
 * Posts the first invoice of each of several policies in the same statements. The policies have received no money, so
 * that all obligations are open. Returns undefined for an invoice without amounts.
 * @throws {RangeError} if installments do not add up to the total
 */
export async function postFirstInvoices(
  trx: Transaction<DB>,
  invoices: readonly NewInvoice[],
): Promise<(PostedInvoice | undefined)[]> {
  const drafts = invoices.map((invoice) => {
    const lines = getChargedLines(invoice)
    const installments = invoice.installments ?? [{ dueDate: invoice.dueDate, amountCents: sum(lines) }]
    return { ...invoice, lines, installments }
  })
  const charged = drafts.filter(({ lines }) => lines.length > 0)
  if (charged.length === 0) return invoices.map(() => undefined)
  const posted = new Map((await insertInvoices(trx, charged)).map((invoice) => [invoice.policyId, invoice]))
  return drafts.map(({ policyId }) => posted.get(policyId))
}

const getChargedLines = ({ lines }: NewInvoice) => lines.filter(({ amountCents }) => amountCents !== 0)

type Draft = NewInvoice & Required<Pick<NewInvoice, 'installments'>>

/** Inserts invoices of different policies with their items, journal entries and obligations. */
async function insertInvoices(
  trx: Transaction<DB>,
  drafts: readonly Draft[],
): Promise<(PostedInvoice & { policyId: string })[]> {
  for (const { lines, installments } of drafts)
    if (sum(installments) !== sum(lines)) throw new RangeError('The installments do not add up to the invoice')
  const values = drafts.map(({ lines, installments, ...invoice }) => ({
    policyId: invoice.policyId,
    policyTransactionId: invoice.policyTransactionId ?? null,
    grossCents: sum(lines.filter(({ charge }) => charge === 'premium_written')),
    feeCents: sum(lines.filter(({ charge }) => charge === 'policy_fee')),
    surchargesCents: sum(lines.filter(({ charge }) => charge === 'surcharge')),
    taxesCents: sum(lines.filter(({ charge }) => charge.startsWith('tax_'))),
    totalCents: sum(lines),
    billedTo: invoice.billedTo ?? 'insured',
    dueDate: installments[0]?.dueDate ?? invoice.dueDate,
    createdBy: invoice.createdBy ?? null,
    lines: lines.map(({ charge, amountCents, description }) => ({ charge, amountCents, description })),
  }))
  const { rows } = await sql<{ policyId: string; invoiceId: string }>`${prepared} with drafts as materialized (
      select * from json_to_recordset(${JSON.stringify(values)}::json) as draft ("policyId" uuid, "policyTransactionId" uuid,
        "grossCents" bigint, "feeCents" bigint, "surchargesCents" bigint, "taxesCents" bigint, "totalCents" bigint,
        "billedTo" text, "dueDate" date, "createdBy" text, lines json)),
    added as (
      insert into invoices (policy_id, policy_transaction_id, gross_premium_cents, policy_fee_cents, surcharges_cents,
        taxes_cents, total_premium_cents, billed_to, due_date, created_by_user_id)
      select "policyId", "policyTransactionId", "grossCents", "feeCents", "surchargesCents", "taxesCents", "totalCents",
        "billedTo", "dueDate", "createdBy" from drafts
      returning policy_id, invoice_id),
    items as (
      insert into invoice_items (invoice_id, charge, description, amount_cents, position)
      select added.invoice_id, line.charge, line.description, line."amountCents", line.position
      from drafts join added on added.policy_id = drafts."policyId"
      cross join lateral rows from (json_to_recordset(drafts.lines) as (charge text, description text, "amountCents" bigint))
        with ordinality as line (charge, description, "amountCents", position))
    select policy_id as "policyId", invoice_id as "invoiceId" from added`.execute(trx)
  const ids = new Map(rows.map(({ policyId, invoiceId }) => [policyId, invoiceId]))
  const invoices = drafts.map((draft) => ({ ...draft, invoiceId: ids.get(draft.policyId) as string }))
  await postJournalEntries(
    trx,
    invoices.map(({ invoiceId, policyId, lines, createdBy }) => ({
      ...buildInvoiceEntry(invoiceId, policyId, lines),
      createdBy: createdBy ?? null,
    })),
  )
  await addObligations(trx, invoices)
  return invoices.map(({ invoiceId, policyId, lines }) => ({ invoiceId, policyId, totalCents: sum(lines) }))
}

/** Reduces installments by return premium (BIL-15). */
async function reduceInstallments(trx: Transaction<DB>, policyId: string, reductions: ReadonlyMap<number, number>) {
  if (reductions.size === 0) return
  const values = [...reductions].map(([obligationNo, cents]) => ({ obligationNo, cents }))
  await sql`${pipelined} update obligations o
    set amount_cents = o.amount_cents - r.cents, open_cents = o.open_cents - r.cents
    from json_to_recordset(${JSON.stringify(values)}::json) as r ("obligationNo" smallint, cents bigint)
    where o.policy_id = ${policyId} and o.obligation_no = r."obligationNo"`.execute(trx)
}

/** Adds the obligations of invoices. Return premium adds none. The posting before it locked the balances. */
async function addObligations(trx: Transaction<DB>, invoices: readonly (Draft & { invoiceId: string })[]) {
  const obligations = invoices.flatMap((invoice) =>
    invoice.installments
      .filter(({ amountCents }) => amountCents > 0)
      .map(({ dueDate, amountCents }, index) => ({
        policyId: invoice.policyId,
        invoiceId: invoice.invoiceId,
        installmentNo: index + 1,
        // The parts of an endorsement are not installments because the auto-pay consent for renewals excludes them.
        purpose: index === 0 || invoice.spreadFrom ? (invoice.purpose ?? 'adjustment') : 'installment',
        payer: getPayer(invoice.billedTo),
        ...{ dueDate, amountCents },
      })),
  )
  if (obligations.length === 0) return
  await sql`${pipelined} with added as materialized (
      select * from json_to_recordset(${JSON.stringify(obligations)}::json) as o ("policyId" uuid, "invoiceId" uuid,
        "installmentNo" smallint, purpose text, payer text, "dueDate" date, "amountCents" bigint)),
    known as (
      select policy_id, max(obligation_no) as last from obligations where policy_id in (select "policyId" from added)
      group by policy_id)
    insert into obligations (policy_id, invoice_id, obligation_no, installment_no, purpose, payer, due_date,
      invoiced_due_date, amount_cents, open_cents)
    select "policyId", "invoiceId", coalesce(known.last, 0) + "installmentNo", "installmentNo", purpose, payer, "dueDate",
      "dueDate", "amountCents", "amountCents"
    from added left join known on known.policy_id = added."policyId"`.execute(trx)
}

const getPayer = (billedTo: NewInvoice['billedTo']) => (billedTo === 'lienholder' ? 'lienholder' : 'policyholder')

/**
 * Changes the payer of all invoices of a policy and of their obligations.
 * @param earliestDueDate open amounts that are due earlier are due on this date (BIL-18). Without it, due dates stay.
 */
export async function changeInvoicePayer(
  trx: Transaction<DB>,
  policyId: string,
  payer: NonNullable<NewInvoice['billedTo']>,
  earliestDueDate?: string,
): Promise<void> {
  await trx.updateTable('invoices').set({ billed_to: payer }).where('policy_id', '=', policyId).execute()
  await trx
    .updateTable('obligations')
    .set({ payer: getPayer(payer) })
    .where('policy_id', '=', policyId)
    .execute()
  if (earliestDueDate)
    await trx
      .updateTable('obligations')
      .set({ due_date: earliestDueDate, invoiced_due_date: earliestDueDate })
      .where('policy_id', '=', policyId)
      .where('open_cents', '>', 0)
      .where('due_date', '<', earliestDueDate)
      .execute()
}

/** The balance of a policy and what its amount due is calculated from, in cents. */
export interface BalanceAndObligations extends PolicyBalance {
  /** Processing payments that lower the payable amount (BIL-13). */
  submittedCents: number
  obligations: Obligation[]
}

/** SQL for the columns of `BalanceAndObligations` of policy `p` with the optional balance `b`. */
export const balanceAndObligationsSql = `coalesce(b.invoiced_cents, 0) as "invoicedCents",
    coalesce(b.received_cents, 0) as "receivedCents", coalesce(b.processing_cents, 0) as "processingCents",
    coalesce(b.refundable_cents, 0) as "refundableCents", coalesce(b.due_cents, 0) as "dueCents",
    ${submittedCentsSql} as "submittedCents", ${obligationsSql} as obligations`

/** The balance of a policy, its amount currently due in cents, and its obligations. */
export interface BalanceAndAmountDue extends PolicyBalance, DueSummary {
  pastDueCents: number
  obligations: readonly Obligation[]
}

/**
 * Calculates the amount currently due, in cents.
 * @param today the date at the insured property, `YYYY-MM-DD`
 */
export function toBalanceAndAmountDue(
  { submittedCents, obligations, ...balance }: BalanceAndObligations,
  today: string,
): BalanceAndAmountDue {
  const at = { today, processingCents: submittedCents }
  return { ...balance, ...summarizeDue(obligations, at), pastDueCents: getPastDueCents(obligations, at), obligations }
}

/**
 * Returns the balance and the amount currently due, in cents.
 * @param today the date at the insured property, `YYYY-MM-DD`
 */
export async function getBalanceAndAmountDue(
  db: Kysely<DB>,
  policyId: string,
  today: string,
): Promise<BalanceAndAmountDue> {
  const { rows } = await sql<BalanceAndObligations>`${prepared} select ${sql.raw(balanceAndObligationsSql)}
    from (select ${policyId}::uuid as policy_id) p left join policy_balances b using (policy_id)`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`The balance of policy ${policyId} was not read`)
  return toBalanceAndAmountDue(row, today)
}

/**
 * Returns the amount due with its date and the balance, for emails and letters (BIL-16).
 * @param today the date at the insured property, `YYYY-MM-DD`
 * @param charge the next automatic charge, if auto-pay is on
 */
export const getDueFacts = async (
  db: Kysely<DB>,
  policyId: string,
  today: string,
  charge?: DueCharge,
): Promise<DueFacts> => toDueFacts(await getBalanceAndAmountDue(db, policyId, today), charge)

/** Returns the open amount of an invoice, in cents, with its first due date and its number of due dates. */
export function getInvoiceAmountDue(
  obligations: readonly Obligation[],
  invoiceId: string,
): { openCents: number; dueDate: string; parts: number } | undefined {
  const open = obligations.filter((one) => one.invoiceId === invoiceId && one.openCents > 0)
  const [dueDate] = open.map((one) => one.dueDate).toSorted()
  if (dueDate === undefined) return undefined
  return { openCents: open.reduce((total, one) => total + one.openCents, 0), dueDate, parts: open.length }
}

/** Returns the first due date on the invoice of a transaction, regardless of later payments. */
export async function getInvoicedDueDate(db: Kysely<DB>, policyTransactionId: string): Promise<string | undefined> {
  const first = await db
    .selectFrom('obligations')
    .innerJoin('invoices', 'invoices.invoice_id', 'obligations.invoice_id')
    .select('invoiced_due_date')
    .where('policy_transaction_id', '=', policyTransactionId)
    .orderBy('invoiced_due_date')
    .limit(1)
    .executeTakeFirst()
  return first?.invoiced_due_date
}

/** Returns the obligations of a policy, in the order of posting. */
export async function getObligations(db: Kysely<DB>, policyId: string): Promise<Obligation[]> {
  const rows = await executePrepared(
    db,
    db.selectFrom('obligations').selectAll().where('policy_id', '=', policyId).orderBy('obligation_no'),
  )
  return rows.map((row) => ({
    obligationNo: row.obligation_no,
    invoiceId: row.invoice_id,
    dueDate: row.due_date,
    amountCents: row.amount_cents,
    openCents: row.open_cents,
    writtenOffCents: row.written_off_cents,
  }))
}

const sum = (parts: { amountCents: number }[]) => parts.reduce((total, part) => total + part.amountCents, 0)
