import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { exportList } from '../audit/export-list.ts'
import type { Operations } from '../generated/operations.ts'
import { anyContainsTextSql, type Collection, getCollectionRows, idsCondition } from '../http/collection.ts'
import type { Ctx } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import type { FileResponse } from '../http/response.ts'
import type { LockboxItemRow } from './item.ts'
import { itemColumns, itemTables, openForStaffCondition, paysPolicySql } from './items.ts'

/** SQL condition that the payer, reference or check number of check `i` contains the text. */
export const itemMatchesSql = (text: string): RawBuilder<SqlBool> =>
  anyContainsTextSql([sql`i.remitter_name`, sql`i.reference`, sql`i.check_no`], text)

/** Back-office list of lockbox checks. */
export const adminLockboxItemCollection: Collection<'listAdminLockboxItems', LockboxItemRow, LockboxItemRow> = {
  name: 'lockboxItems',
  from: itemTables,
  columns: itemColumns,
  id: sql`i.lockbox_item_id`,
  sorts: {
    depositDate: sql`i.deposit_date`,
    amount: sql`i.amount_cents`,
    payer: sql`lower(coalesce(i.remitter_name, ''))`,
    status: sql`i.state`,
    id: sql`i.lockbox_item_id`,
  },
  filters: {
    q: itemMatchesSql,
    status: (state) => (state === 'unapplied' ? openForStaffCondition : sql`i.state = ${state}`),
    policyNo: paysPolicySql,
    lockboxNo: (lockboxNo) => sql`i.lockbox_no = ${lockboxNo}`,
    depositFrom: (day) => sql`i.deposit_date >= ${day}::date`,
    depositTo: (day) => sql`i.deposit_date <= ${day}::date`,
    amountFrom: (dollars) => sql`i.amount_cents >= ${Math.round(dollars * 100)}`,
    amountTo: (dollars) => sql`i.amount_cents <= ${Math.round(dollars * 100)}`,
    id: (ids) => idsCondition(sql`i.lockbox_item_id`, ids),
  },
  present: (row) => row,
}

const getExported = (row: LockboxItemRow) => ({
  depositDate: row.deposit_date,
  lockboxNo: row.lockbox_no,
  batchNo: Number(row.batch_no),
  itemNo: Number(row.item_no),
  checkNo: row.check_no,
  amount: toDollars(row.amount_cents),
  payer: row.remitter_name,
  reference: row.reference,
  status: row.state,
  policyNo: (row.parts ?? []).map(({ policyNo }) => policyNo).join(' '),
  attention: row.attention,
  note: row.notes,
})
type Exported = ReturnType<typeof getExported>

const exported = [
  ...(['depositDate', 'lockboxNo', 'batchNo', 'itemNo', 'checkNo', 'amount', 'payer', 'reference'] as const),
  ...(['status', 'policyNo', 'attention', 'note'] as const),
]

/** Exports the list as a CSV file, without the suggested policies. */
export const exportLockboxItems = (
  ctx: Ctx,
  query: Operations['exportAdminLockboxItems']['query'],
): Promise<FileResponse> =>
  exportList<Exported>(ctx, {
    ...{ name: 'lockboxItems', columns: exported, query },
    open: () => async (first, count) =>
      (await getCollectionRows(ctx.db, adminLockboxItemCollection, query, first, count)).map(getExported),
  })
