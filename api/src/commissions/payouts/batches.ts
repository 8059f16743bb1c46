import type { PayoutBatch } from '@tideline/sdk/types'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { createConflictError, createNotFoundError } from '../../http/api-error.ts'
import { type Collection, containsTextSql, idsCondition } from '../../http/collection.ts'
import type { TransactionContext } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'

/** State whose time zone determines payout dates. Like bank settlement dates, payout dates are in Eastern time. */
export const payoutTimeZoneState = 'NY'

interface BatchRow {
  payout_batch_id: string
  batch_no: number
  state: PayoutBatch['status']
  total_cents: number
  statement_count: number
  created_by: string
  created_by_name: string
  created_at: Date
  approved_by_name: string | null
  approved_at: Date | null
  paid_on: string | null
  paid_reference: string | null
  paid_by_name: string | null
  void_reason: string | null
  voided_by_name: string | null
  voided_at: Date | null
}

interface ItemRow {
  statement_id: string
  agency_no: string
  company: string
  month: string
  amount_cents: number
  returned_at: Date | null
  returned_by_name: string | null
  return_note: string | null
  earlier_batch_no: number | null
}

const toBatchResponse = (row: BatchRow): Omit<PayoutBatch, 'items'> => ({
  batchId: row.payout_batch_id,
  batchNo: row.batch_no,
  status: row.state,
  total: toDollars(row.total_cents),
  statementCount: row.statement_count,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by_name,
  approvedAt: row.approved_at?.toISOString() ?? null,
  approvedBy: row.approved_by_name,
  paidOn: row.paid_on,
  paymentReference: row.paid_reference,
  markedPaidBy: row.paid_by_name,
  voidedAt: row.voided_at?.toISOString() ?? null,
  voidedBy: row.voided_by_name,
  voidReason: row.void_reason,
})

const toItemResponse = (row: ItemRow): PayoutBatch['items'][number] => ({
  statementId: row.statement_id,
  agencyNo: row.agency_no,
  agencyName: row.company,
  year: Number(row.month.slice(0, 4)),
  month: Number(row.month.slice(5, 7)),
  amount: toDollars(row.amount_cents),
  returnedAt: row.returned_at?.toISOString() ?? null,
  returnedBy: row.returned_by_name,
  returnNote: row.return_note,
  earlierBatchNo: row.earlier_batch_no,
})

export const adminPayoutBatchCollection: Collection<'listAdminPayoutBatches', BatchRow> = {
  name: 'payoutBatches',
  from: sql`payout_batches b`,
  columns: sql`b.*`,
  id: sql`b.payout_batch_id`,
  sorts: {
    createdAt: sql`b.created_at`,
    batchNo: sql`b.batch_no`,
    total: sql`b.total_cents`,
    id: sql`b.payout_batch_id`,
  },
  filters: {
    q: (text) => sql`(b.batch_no::text = ${text} or ${containsTextSql(sql`coalesce(b.paid_reference, '')`, text)})`,
    status: (status) => sql`b.state = ${status}`,
    id: (ids) => idsCondition(sql`b.payout_batch_id`, ids),
  },
  present: (row) => ({ id: row.payout_batch_id, ...toBatchResponse(row) }),
}

/** Returns a batch with its statements. Throws 404. */
export async function requireBatch(db: Kysely<DB>, batchId: string): Promise<PayoutBatch> {
  const { rows } = await sql<BatchRow>`select * from payout_batches where payout_batch_id = ${batchId}`.execute(db)
  const [batch] = rows
  if (!batch) throw createNotFoundError({ batchId })
  const items = await sql<ItemRow>`
    select i.*, a.agency_no, a.company, s.month
    from payout_items i join commission_statements s using (statement_id) join agencies a using (agency_id)
    where i.payout_batch_id = ${batchId} order by a.agency_no, s.month limit 1000`.execute(db)
  return { ...toBatchResponse(batch), items: items.rows.map(toItemResponse) }
}

/** Returns a batch and locks it until the transaction ends. Throws 404. */
export async function lockBatch({ db }: Pick<TransactionContext, 'db'>, batchId: string): Promise<BatchRow> {
  const { rows } = await sql<BatchRow>`
    select * from payout_batches where payout_batch_id = ${batchId} for update`.execute(db)
  if (!rows[0]) throw createNotFoundError({ batchId })
  return rows[0]
}

/** Records the first download of a batch's ACH file. The bank may have the file from then on (COM-9). */
export const recordAchDownload = ({ db, now }: Pick<TransactionContext, 'db' | 'now'>, batchId: string) =>
  db
    .updateTable('payout_batches')
    .set({ ach_downloaded_at: now })
    .where('payout_batch_id', '=', batchId)
    .where('ach_downloaded_at', 'is', null)
    .execute()

const statusWords: Record<PayoutBatch['status'], string> = {
  pendingApproval: 'pending approval',
  ready: 'ready',
  paid: 'paid',
  voided: 'voided',
}

/** Creates a 409 error that states the batch's status. */
export const createWrongStatusError = ({ batch_no, state }: Pick<BatchRow, 'batch_no' | 'state'>, rule: string) =>
  createConflictError('wrong_batch_status', `Batch ${batch_no} is ${statusWords[state]}. ${rule}`)
