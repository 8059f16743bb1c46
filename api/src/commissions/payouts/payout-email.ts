import { sql } from 'kysely'
import type { TransactionContext } from '../../http/context.ts'
import { enqueueJob } from '../../outbox/enqueue-job.ts'

declare module '../../outbox/enqueue-job.ts' {
  interface Jobs {
    'mail-payout': { payoutItemId: string }
  }
}

export interface PaidStatement {
  payoutItemId: string
  statementId: string
  agencyId: string
  agencyNo: string
  paidOn: string
  paymentReference: string
}

/** Enqueues the email about the payment of a statement. */
export const enqueuePayoutEmail = (
  { db }: Pick<TransactionContext, 'db'>,
  { payoutItemId }: PaidStatement,
): Promise<void> => enqueueJob(db, 'mail-payout', { payoutItemId }, { key: `mail-payout:${payoutItemId}` })

/**
 * Returns the data for the payout email, or undefined if the payout was returned or the agency has no email address.
 */
export async function readPayoutEmailData({ db }: Pick<TransactionContext, 'db'>, payoutItemId: string) {
  const { rows } = await sql<{
    email: string | null
    company: string
    statementId: string
    month: string
    amountCents: number
    paidOn: string
    paymentReference: string
  }>`
    select a.email, a.company, s.statement_id as "statementId", to_char(s.month, 'MM/YYYY') as month,
      i.amount_cents as "amountCents", s.paid_on as "paidOn", s.paid_reference as "paymentReference"
    from payout_items i join commission_statements s using (statement_id) join agencies a using (agency_id)
    where i.payout_item_id = ${payoutItemId} and i.is_current and s.state = 'paid'`.execute(db)
  const [row] = rows
  return row?.email ? { ...row, email: row.email } : undefined
}
