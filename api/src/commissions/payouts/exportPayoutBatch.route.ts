import { stringify } from 'csv-stringify/sync'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { addWeekdays } from '../../calendar/weekdays.ts'
import { createConflictError } from '../../http/api-error.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import type { Handler } from '../../http/operation.ts'
import { FileResponse } from '../../http/response.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { readSettings } from '../../settings/settings.ts'
import { matchesFingerprint, type Payee, readBankAccount } from './bank-account.ts'
import { createWrongStatusError, lockBatch, payoutTimeZoneState, recordAchDownload, requireBatch } from './batches.ts'
import { buildNachaFile, type NachaEntry } from './nacha-file.ts'

const columns = ['statementId', 'agencyNo', 'agencyName', 'year', 'month', 'amount', 'returnNote']

interface Row extends Payee {
  company: string
  amount_cents: number
  account_fingerprint: Buffer | null
}

/**
 * Converts a payout to an entry of the ACH file.
 *
 * @throws {ApiError} 409 if the bank account has changed since the batch was created
 */
function toEntry({ keys }: Pick<Ctx, 'keys'>, row: Row, batchNo: number): NachaEntry {
  const account = readBankAccount(keys.sealing, row)
  if (!matchesFingerprint(keys.sealing, row.account_fingerprint, account))
    throw createConflictError(
      'bank_account_changed',
      `The bank account of agency ${row.agency_no} changed after batch ${batchNo} was created. Void the batch and create another.`,
    )
  return { ...account, amountCents: row.amount_cents, receiverId: row.agency_no, receiverName: row.company }
}

/** Returns the ACH file of a batch, after recording that the bank may have the file from now on (COM-9). */
async function buildAchFile(ctx: TransactionContext, batchId: string): Promise<string> {
  const batch = await lockBatch(ctx, batchId)
  if (batch.state !== 'ready')
    throw createWrongStatusError(batch, 'The ACH file can be downloaded only while the batch is ready to be paid.')
  const settings = (await readSettings(ctx.db, ctx.now))['payouts.nacha']
  if (!settings)
    throw createConflictError(
      'missing_payout_settings',
      'Complete the setting payouts.nacha before you download an ACH file.',
    )
  await recordAchDownload(ctx, batchId)
  const { rows } = await sql<Row>`
    select a.agency_id, a.agency_no, a.company, i.amount_cents, i.account_fingerprint, a.bank_routing_no, a.bank_account_sealed
    from payout_items i join commission_statements s using (statement_id) join agencies a using (agency_id)
    where i.payout_batch_id = ${batchId} and i.is_current order by a.agency_no, s.month`.execute(ctx.db)
  return buildNachaFile(
    settings,
    rows.map((row) => toEntry(ctx, row, batch.batch_no)),
    {
      createdAt: batch.created_at,
      // ACH credits settle only on business days.
      effectiveDate: addWeekdays(getPropertyDate(ctx.now, payoutTimeZoneState), 1),
      batchNo: batch.batch_no,
    },
  )
}

async function buildCsv({ db }: TransactionContext, batchId: string): Promise<string> {
  const { items } = await requireBatch(db, batchId)
  return stringify(items, { header: true, columns, escape_formulas: true })
}

/**
 * Returns a batch as a file, after recording the download in the audit log.
 * @throws {ApiError} 404 if the batch does not exist; 409 if its ACH file cannot be created
 */
export const exportPayoutBatch: Handler<'exportPayoutBatch'> = (ctx, { path: { batchId }, query: { format } }) =>
  runInTransaction(ctx, async (ctx) => {
    const file = format === 'ach' ? await buildAchFile(ctx, batchId) : await buildCsv(ctx, batchId)
    const { batchNo } = await requireBatch(ctx.db, batchId)
    await writeAuditEntry(ctx, {
      ...{ action: 'payoutBatch.export', entity: 'payoutBatch', entityId: batchId },
      details: { format },
    })
    return new FileResponse(file, {
      contentType: format === 'ach' ? 'text/plain; charset=us-ascii' : 'text/csv; charset=utf-8',
      fileName: `payout-${batchNo}.${format === 'ach' ? 'ach.txt' : 'csv'}`,
      disposition: 'attachment',
    })
  })
