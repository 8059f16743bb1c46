import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { createNotFoundError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { isId } from '../http/id.ts'
import { toDollars } from '../http/money.ts'
import { type Page, type PageQuery, readPage } from '../http/page.ts'
import type { CheckAllocation, LockboxItem, LockboxItemRow } from './item.ts'
import { getPersonKey } from './second-person.ts'
import { proposeSplits } from './split.ts'
import { suggestPolicies } from './suggestions.ts'

/** Context of a request that reads items. The actor is included because nobody may confirm their own proposal. */
type Reader = Pick<Ctx, 'db' | 'actor'>

export const itemTables = sql`lockbox_items i`
export const itemColumns = sql`i.*, (select json_agg(json_build_object('policyNo', p.policy_no, 'amountCents', y.amount_cents)
    order by y.created_at, p.policy_no)
  from lockbox_parts part join payments y using (policy_payment_id) join policies p using (policy_id)
  where part.lockbox_item_id = i.lockbox_item_id) as parts`

/** SQL condition that check `i` pays the policy with this number. */
export const paysPolicySql = (policyNo: string): RawBuilder<SqlBool> => sql<SqlBool>`i.lockbox_item_id in (
    select part.lockbox_item_id from lockbox_parts part join payments y using (policy_payment_id)
    join policies p using (policy_id) where p.policy_no = ${policyNo})`

/** SQL condition that the check is not applied and requires a staff decision. */
export const openForStaffCondition = sql<SqlBool>`i.state in ('open', 'reversed')`

const toPartResponses = (parts: readonly CheckAllocation[] | null) =>
  (parts ?? []).map(({ policyNo, amountCents }) => ({ policyNo, amount: toDollars(amountCents) }))

const toItemResponse = (
  row: LockboxItemRow,
  {
    suggestions,
    split,
    viewer,
  }: { suggestions: LockboxItem['suggestions']; split: readonly CheckAllocation[]; viewer: string },
): LockboxItem => ({
  id: row.lockbox_item_id,
  lockboxNo: row.lockbox_no,
  depositDate: row.deposit_date,
  batchNo: Number(row.batch_no),
  itemNo: Number(row.item_no),
  checkNo: row.check_no ?? '',
  amount: toDollars(row.amount_cents),
  payer: row.remitter_name ?? '',
  reference: row.reference ?? '',
  status: row.state,
  policyNo: row.parts?.[0]?.policyNo ?? null,
  parts: toPartResponses(row.parts),
  note: row.notes ?? '',
  attention: row.attention,
  suggestions,
  split: toPartResponses(split),
  proposal: row.proposed_parts && {
    parts: toPartResponses(row.proposed_parts),
    byUserName: row.proposed_by_name ?? '',
    isOwn: row.proposed_by === viewer,
    at: row.proposed_at?.toISOString() ?? '',
  },
})

/** Converts items to the contract's format. Open items include suggested policies. */
export async function toLockboxItemResponses({ db, actor }: Reader, rows: LockboxItemRow[]): Promise<LockboxItem[]> {
  const waiting = rows.filter((row) => row.state === 'open' || row.state === 'reversed')
  const [suggestions, splits] = [await suggestPolicies(db, waiting), await proposeSplits(db, waiting)]
  return rows.map((row) =>
    toItemResponse(row, {
      suggestions: suggestions.get(row.lockbox_item_id) ?? [],
      split: splits.get(row.lockbox_item_id) ?? [],
      viewer: getPersonKey(actor),
    }),
  )
}

/** Returns a page of items in processing order: newest deposit first, then by the bank's position. */
export const listLockboxItems = (
  ctx: Reader,
  condition: RawBuilder<SqlBool>,
  query: PageQuery,
  most?: number,
): Promise<Page<LockboxItem>> =>
  readPage<LockboxItemRow, LockboxItem>(
    ctx.db,
    {
      columns: itemColumns,
      from: itemTables,
      where: condition,
      order: [
        { column: sql`i.deposit_date`, type: 'date', direction: 'desc' },
        { column: sql`i.batch_no`, type: 'text', direction: 'asc' },
        { column: sql`i.item_no`, type: 'text', direction: 'asc' },
        { column: sql`i.lockbox_item_id`, type: 'uuid', direction: 'asc' },
      ],
      present: (rows) => toLockboxItemResponses(ctx, rows),
    },
    query,
    most,
  )

/** Returns a page of the items of an imported file. */
export const listImportedItems = (ctx: Reader, importId: string, query: PageQuery): Promise<Page<LockboxItem>> =>
  listLockboxItems(ctx, sql<SqlBool>`i.lockbox_file_id = ${importId}`, query)

/** Returns one item. Throws 404. */
export async function requireLockboxItem(ctx: Reader, id: string): Promise<LockboxItem> {
  const { items } = isId(id) ? await listLockboxItems(ctx, sql<SqlBool>`i.lockbox_item_id = ${id}`, {}) : { items: [] }
  const [item] = items
  if (!item) throw createNotFoundError({ id })
  return item
}
