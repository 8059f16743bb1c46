import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { toDollars } from '../http/money.ts'
import { notFound } from '../http/refusal.ts'
import type { ItemRow, LockboxItem } from './item.ts'
import { suggestionsFor } from './suggestions.ts'

export const itemTables = sql`lockbox_items i left join policies p on p.policy_id = i.matched_policy_id`
export const itemColumns = sql`i.*, case when i.state = 'applied' then p.policy_no end as policy_no`

const present = (row: ItemRow, suggestions: LockboxItem['suggestions']): LockboxItem => ({
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
  policyNo: row.policy_no,
  note: row.notes ?? '',
  suggestions,
})

/** Items as the contract shows them; open ones with the policies that they may be for. */
export async function presentItems(db: Kysely<DB>, rows: ItemRow[]): Promise<LockboxItem[]> {
  const suggestions = await suggestionsFor(
    db,
    rows.filter((row) => row.state === 'open'),
  )
  return rows.map((row) => present(row, suggestions.get(row.lockbox_item_id) ?? []))
}

/** Rows in the order in which staff work on them: newest deposit first, then as the bank counted. */
export async function findItems(
  db: Kysely<DB>,
  { condition, take, skip }: { condition: RawBuilder<SqlBool>; take: number; skip: number },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`select ${itemColumns} from ${itemTables} where ${condition}
    order by i.deposit_date desc, i.batch_no, i.item_no, i.lockbox_item_id limit ${take} offset ${skip}`.execute(db)
  return rows
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One item. Throws 404. */
export async function requireItem(db: Kysely<DB>, id: string): Promise<LockboxItem> {
  const condition = sql<SqlBool>`i.lockbox_item_id = ${id}`
  const rows = isId.test(id) ? await findItems(db, { condition, take: 1, skip: 0 }) : []
  const [item] = await presentItems(db, rows)
  if (!item) throw notFound({ id })
  return item
}
