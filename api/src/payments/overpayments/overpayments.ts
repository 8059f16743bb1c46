import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import type { DB } from '../../db/schema.ts'
import type { Operations } from '../../generated/operations.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../../http/api-error.ts'
import { type Ctx, getActorName, type TransactionContext } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { type Page, type PageQuery, readPage } from '../../http/page.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { lockPaymentPolicies } from '../../ledger/lock-policies.ts'
import { holdOverpaymentForRenewal, remainingOverpaymentSql } from '../../ledger/overpayment.ts'
import { writeNote } from '../../notes/write-note.ts'
import { getPaymentAuthor } from '../author.ts'
import { approveRefund } from '../refunds/approve-refund.ts'
import {
  createSecondPersonError,
  holdRefundForSecondPerson,
  type SecondPersonReason,
} from '../refunds/second-person.ts'
import { withdrawUncoveredOffersOfPayment } from '../reinstatement-offers/close-offer.ts'
import { transferPaymentToPolicy } from '../transfers/transfer.ts'

export type Overpayment = Operations['resolveOverpayment']['response']['payload']
type Decision = Operations['resolveOverpayment']['body']

interface Row {
  id: string
  policy_payment_id: string
  policy_no: string
  insured_name: string
  payment_id: string
  /** Remaining amount while the overpayment is open. Original amount after it is resolved. */
  amount_cents: number
  state: 'open' | 'refunded' | 'transferred' | 'keptAsCredit' | 'spent'
  payee_name: string | null
  created_at: Date
  decided_at: Date | null
  decided_by: string | null
}

const columns = sql`o.overpayment_item_id as id, o.policy_payment_id, p.policy_no, p.insured_name, y.payment_id,
  case when o.state = 'open' then ${remainingOverpaymentSql} else o.amount_cents end as amount_cents, o.state, y.payee_name, o.created_at,
  o.decided_at, o.decided_by`
// `offset 0` forces a payment lookup for each item. Otherwise, the planner would read all payments.
const tables = sql`overpayment_items o join policies p using (policy_id)
  cross join lateral (select * from payments where policy_payment_id = o.policy_payment_id offset 0) y`
/**
 * SQL condition: the overpaid money is still available. An overpayment cannot be resolved after the bank took the money
 * back.
 */
const availableCondition = sql<SqlBool>`y.status = 'paid' and (o.state <> 'open' or ${remainingOverpaymentSql} > 0)`

const findOne = async (db: Kysely<DB> | Transaction<DB>, id: string): Promise<Row | undefined> => {
  const { rows } =
    await sql<Row>`select ${columns} from ${tables} where o.overpayment_item_id = ${id} and ${availableCondition}`.execute(
      db,
    )
  return rows[0]
}

const toOverpaymentResponse = (row: Row): Overpayment => ({
  overpaymentId: row.id,
  policyNo: row.policy_no,
  insuredName: row.insured_name,
  paymentId: row.payment_id,
  amount: toDollars(row.amount_cents),
  status: row.state,
  payerName: row.payee_name ?? row.insured_name,
  createdAt: row.created_at.toISOString(),
  resolvedAt: row.decided_at?.toISOString() ?? null,
  resolvedByUserName: row.decided_by,
})

/** Returns a page of overpayments, newest first. */
export const listOverpayments = (
  ctx: Ctx,
  { status, ...query }: PageQuery & { status?: Overpayment['status'] | undefined },
): Promise<Page<Overpayment>> =>
  readPage<Row, Overpayment>(
    ctx.db,
    {
      columns,
      from: tables,
      where: status ? sql<SqlBool>`${availableCondition} and o.state = ${status}` : availableCondition,
      order: [
        { column: sql`o.created_at`, type: 'timestamptz', direction: 'desc' },
        { column: sql`o.overpayment_item_id`, type: 'uuid', direction: 'asc' },
      ],
      present: (rows) => rows.map(toOverpaymentResponse),
    },
    query,
  )

async function giveBack(ctx: TransactionContext, row: Row): Promise<void> {
  const decided = await approveRefund(ctx, {
    policyPaymentId: row.policy_payment_id,
    amountCents: row.amount_cents,
    author: getPaymentAuthor(ctx),
    description: 'Refund of an overpayment',
  })
  if ('problem' in decided)
    throw createConflictError(
      'already_moved',
      'decision: this payment has already been refunded or transferred.',
      'decision',
    )
}

async function saveAsCredit(ctx: TransactionContext, row: Row): Promise<void> {
  await writeNote(ctx, row.policy_no, {
    note: `$${toDollars(row.amount_cents).toFixed(2)} of ${row.payment_id} is held as credit for the renewal.`,
    isPrivate: false,
  })
  await holdOverpaymentForRenewal(ctx.db, row.id, {
    amountCents: row.amount_cents,
    by: getActorName(ctx.actor),
    now: ctx.now,
  })
}

/**
 * Resolves an overpayment once: refunds it to the payer, transfers it to another policy, or keeps it as credit for the
 * renewal. A large refund is put on hold for a second person (REF-2) and throws 409.
 * @throws {ApiError} 404 if the overpayment is unknown; 409 if it was already resolved; 422 if the receiving policy is
 * missing or cannot accept the money
 */
export async function resolveOverpayment(ctx: Ctx, id: string, input: Decision): Promise<Overpayment> {
  const settled = await settle(ctx, id, input)
  if ('heldFor' in settled) throw await createSecondPersonError(ctx, settled.heldFor)
  return settled
}

/**
 * Resolves an overpayment in one transaction. If the refund requires a second person, resolves nothing and returns the
 * reason.
 */
const settle = (ctx: Ctx, id: string, input: Decision): Promise<Overpayment | { heldFor: SecondPersonReason }> =>
  runInTransaction(ctx, async (ctx) => {
    const known = await findOne(ctx.db, id)
    if (!known) throw createNotFoundError({ overpayment: id })
    // Locks the policies before the item, like everywhere else.
    await lockPaymentPolicies(ctx.db, known.policy_payment_id)
    await sql`select from overpayment_items where overpayment_item_id = ${id} for update`.execute(ctx.db)
    const row = await findOne(ctx.db, id)
    if (row?.state !== 'open')
      throw createConflictError('already_decided', 'This overpayment has already been resolved.')
    if (input.decision === 'refundPayer') {
      const { policy_payment_id: policyPaymentId, amount_cents: amountCents } = row
      const reason = 'Refund of an overpayment'
      const heldFor = await holdRefundForSecondPerson(ctx, {
        policyPaymentId,
        amountCents,
        reason,
        isOverpayment: true,
      })
      if (heldFor) return { heldFor }
      await giveBack(ctx, row)
      await withdrawUncoveredOffersOfPayment(ctx, policyPaymentId)
    }
    if (input.decision === 'transfer') {
      if (!input.toPolicyNo)
        throw createUnprocessableError(
          'missing_policy',
          'toPolicyNo: enter the policy that receives the money.',
          'toPolicyNo',
        )
      await transferPaymentToPolicy(ctx, {
        fromPolicyNo: row.policy_no,
        toPolicyNo: input.toPolicyNo,
        amount: toDollars(row.amount_cents),
        policyPaymentId: row.policy_payment_id,
      })
    }
    if (input.decision === 'keepAsCredit') await saveAsCredit(ctx, row)
    await writeAuditEntry(ctx, {
      action: 'overpayment.resolve',
      entity: 'overpayment',
      entityId: id,
      details: { decision: input.decision, toPolicyNo: input.toPolicyNo ?? null, amountCents: row.amount_cents },
    })
    const after = await findOne(ctx.db, id)
    if (!after) throw new Error(`The overpayment ${id} is not there any more.`)
    return toOverpaymentResponse(after)
  })
