import { type SqlBool, sql } from 'kysely'
import type { Operations } from '../generated/operations.ts'
import { formatDollars, toDollars } from '../http/money.ts'
import type { Handler } from '../http/operation.ts'
import { readPage } from '../http/page.ts'
import { ok } from '../http/response.ts'
import { disputeSortRankSql } from './pending-disputes.ts'

type Dispute = Operations['listDisputes']['response']['payload']['items'][number]

interface Row {
  dispute_id: string
  policy_payment_id: string
  payment_id: string
  policy_no: string
  insured_name: string
  amount_cents: number
  reason: string
  state: Dispute['state']
  evidence_due_at: Date | null
  opened_at: Date
}

/** Message about the effect of a dispute on the policy's balance (see `payments/refunds/dispute.ts`). */
const effects: Record<Dispute['state'], (amount: string) => string> = {
  inquiry: () => 'Bank inquiry only. No funds have been withdrawn.',
  needsResponse: (amount) => `The bank reversed ${amount}, and it is due again. Submit evidence to contest.`,
  underReview: (amount) =>
    `The bank reversed ${amount} and is reviewing the evidence. It is due until the bank decides.`,
  won: (amount) => `${amount} was recovered as a separate payment.`,
  lost: (amount) => `${amount} was lost and is due again.`,
  closed: () => 'The inquiry was closed. No funds were withdrawn.',
}

/** Lists payment disputes. Disputes that need evidence come first, sorted by evidence due date. */
export const listDisputes: Handler<'listDisputes'> = async (ctx, { query }) => {
  const { state, isWaiting } = query
  const isInState = state ? sql<SqlBool>`d.state = ${state}` : sql<SqlBool>`true`
  const isWanted =
    isWaiting === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${disputeSortRankSql} = ${isWaiting ? 0 : 1}`
  return ok(
    await readPage<Row, Dispute>(
      ctx.db,
      {
        columns: sql`d.dispute_id, d.policy_payment_id, y.payment_id, p.policy_no, p.insured_name, d.amount_cents, d.reason,
          d.state, d.evidence_due_at, d.opened_at`,
        from: sql`disputes d join payments y using (policy_payment_id) join policies p using (policy_id)`,
        where: sql<SqlBool>`${isInState} and ${isWanted}`,
        order: [
          { column: disputeSortRankSql, type: 'int', direction: 'asc' },
          { column: sql`coalesce(d.evidence_due_at, d.opened_at)`, type: 'timestamptz', direction: 'asc' },
          { column: sql`d.dispute_id`, type: 'text', direction: 'asc' },
        ],
        present: (rows) =>
          rows.map((row) => ({
            disputeId: row.dispute_id,
            policyPaymentId: row.policy_payment_id,
            paymentId: row.payment_id,
            policyNo: row.policy_no,
            insuredName: row.insured_name,
            amount: toDollars(row.amount_cents),
            reason: row.reason,
            state: row.state,
            evidenceDueAt: row.evidence_due_at?.toISOString() ?? null,
            openedAt: row.opened_at.toISOString(),
            effect: effects[row.state](formatDollars(row.amount_cents)),
          })),
      },
      query,
    ),
  )
}
