import { type Kysely, sql, type Transaction } from 'kysely'
import { writeAudit } from '../../audit/audit.ts'
import type { DB } from '../../db/schema.ts'
import type { Operations } from '../../generated/operations.ts'
import { type Ctx, nameOf, type TrxCtx } from '../../http/context.ts'
import { inTransaction } from '../../http/in-transaction.ts'
import { toDollars } from '../../http/money.ts'
import { conflict, notFound, refused } from '../../http/refusal.ts'
import { keepOverpayment, overpaymentLeftSql } from '../../ledger/overpayment.ts'
import { writeNote } from '../../notes/write-note.ts'
import { authorOf } from '../author.ts'
import { lockPoliciesOfPayment } from '../lock-policies.ts'
import { decideRefund } from '../refunds/decide-refund.ts'
import { transfer } from '../transfers/transfer.ts'

export type Overpayment = Operations['resolveOverpayment']['answer']['payload']
type Move = Operations['resolveOverpayment']['body']

interface Row {
  id: string
  policy_payment_id: string
  policy_no: string
  insured_name: string
  payment_id: string
  /** What is still there while it is open, else what it was at first. */
  amount_cents: number
  state: 'open' | 'refunded' | 'transferred' | 'keptAsCredit' | 'spent'
  payee_name: string | null
  created_at: Date
  decided_at: Date | null
  decided_by: string | null
}

const rowsOf = async (
  db: Kysely<DB> | Transaction<DB>,
  { id, state, take, skip }: { id?: string; state?: Row['state'] | undefined; take: number; skip: number },
) => {
  const { rows } = await sql<Row>`
    select o.overpayment_item_id as id, o.policy_payment_id, p.policy_no, p.insured_name, y.payment_id,
      case when o.state = 'open' then ${overpaymentLeftSql} else o.amount_cents end as amount_cents, o.state, y.payee_name, o.created_at, o.decided_at, o.decided_by
    from overpayment_items o join policies p using (policy_id)
    join payments y on y.policy_payment_id = o.policy_payment_id
    where (${id ?? null}::uuid is null or o.overpayment_item_id = ${id ?? null})
      -- Money that the bank took back after all is no longer there to be settled.
      and y.status = 'paid'
      and (${state ?? null}::text is null or o.state = ${state ?? null})
      and (o.state <> 'open' or ${overpaymentLeftSql} > 0)
    order by o.created_at desc, o.overpayment_item_id limit ${take} offset ${skip}`.execute(db)
  return rows
}

const presentOverpayment = (row: Row): Overpayment => ({
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

/** Money that came twice, the newest first. */
export async function listOverpayments(
  ctx: Ctx,
  { status, take, skip }: { status: Overpayment['status'] | undefined; take: number; skip: number },
): Promise<Overpayment[]> {
  return (await rowsOf(ctx.db, { state: status, take, skip })).map(presentOverpayment)
}

async function giveBack(ctx: TrxCtx, row: Row): Promise<void> {
  const decided = await decideRefund(ctx, {
    policyPaymentId: row.policy_payment_id,
    amountCents: row.amount_cents,
    author: authorOf(ctx),
    description: 'Refund of an overpayment',
  })
  if ('problem' in decided)
    throw conflict('already_moved', 'move: the money of this payment has been refunded or moved already.', 'move')
}

async function keepAsCredit(ctx: TrxCtx, row: Row): Promise<void> {
  await writeNote(ctx, row.policy_no, {
    note: `$${toDollars(row.amount_cents).toFixed(2)} of ${row.payment_id} is kept as credit for the renewal.`,
    isPrivate: false,
  })
  await keepOverpayment(ctx.db, row.id, { amountCents: row.amount_cents, by: nameOf(ctx.actor), now: ctx.now })
}

/**
 * Makes one of the three moves of an overpayment, once: back to the payer, to another policy, or kept as credit for the
 * renewal. Throws 404, 409 when it was decided before, 422 for a recipient that is missing or cannot take it.
 */
export const resolveOverpayment = (ctx: Ctx, id: string, wish: Move): Promise<Overpayment> =>
  inTransaction(ctx, async (ctx) => {
    const [known] = await rowsOf(ctx.db, { id, take: 1, skip: 0 })
    if (!known) throw notFound({ overpayment: id })
    // The policies first, then the item: everybody locks in this order.
    await lockPoliciesOfPayment(ctx.db, known.policy_payment_id)
    await sql`select from overpayment_items where overpayment_item_id = ${id} for update`.execute(ctx.db)
    const [row] = await rowsOf(ctx.db, { id, take: 1, skip: 0 })
    if (row?.state !== 'open') throw conflict('already_decided', 'This overpayment was settled already.')
    if (wish.move === 'refundPayer') await giveBack(ctx, row)
    if (wish.move === 'transfer') {
      if (!wish.toPolicyNo)
        throw refused('missing_policy', 'toPolicyNo: name the policy that gets the money.', 'toPolicyNo')
      await transfer(ctx, {
        fromPolicyNo: row.policy_no,
        toPolicyNo: wish.toPolicyNo,
        amount: toDollars(row.amount_cents),
        policyPaymentId: row.policy_payment_id,
      })
    }
    if (wish.move === 'keepAsCredit') await keepAsCredit(ctx, row)
    await writeAudit(ctx, {
      action: 'overpayment.resolve',
      entity: 'overpayment',
      entityId: id,
      details: { move: wish.move, toPolicyNo: wish.toPolicyNo ?? null, amountCents: row.amount_cents },
    })
    const [after] = await rowsOf(ctx.db, { id, take: 1, skip: 0 })
    if (!after) throw new Error(`The overpayment ${id} is not there any more.`)
    return presentOverpayment(after)
  })
