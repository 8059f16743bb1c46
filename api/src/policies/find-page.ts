import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { type PolicyOrder, pageOfBook, policyOrders } from '../db/page-marks.ts'
import type { DB } from '../db/schema.ts'

/** Counting stops here: nobody pages through more, and a true count would read every match. */
export const countLimit = 10_000
/** Rows of an order that are looked through for a text that most rows fit. */
const walkLimit = 20_000

export type ListOrder = PolicyOrder | 'address_line' | 'original_post_date' | 'due_cents'

export interface PageWish {
  /** Conditions on `policies p`, all of which have to hold; none is the whole book. */
  conditions: RawBuilder<SqlBool>[]
  /** One of them looks for a text, which an index finds; the others only narrow down. */
  isTextSearch: boolean
  order: ListOrder
  direction: 'asc' | 'desc'
  offset: number
  limit: number
}

export interface FoundPage {
  policyIds: string[]
  /** How many match; at most `countLimit` when `isCapped`. */
  total: number
  isCapped: boolean
}

const isOfBook = (order: ListOrder): order is PolicyOrder => (policyOrders as readonly string[]).includes(order)

/** The ids of one page of policies in order, in a time that does not depend on which page or which text it is. */
export async function findPage(db: Kysely<DB>, wish: PageWish): Promise<FoundPage> {
  if (wish.conditions.length > 0)
    return withoutTableScans(db, (trx) => (wish.isTextSearch ? searched : filtered)(trx, wish))
  if (isOfBook(wish.order)) {
    const page = await pageOfBook(db, { ...wish, order: wish.order })
    return { ...page, isCapped: false }
  }
  const policyIds = await inOrder(db, wish)
  const { total } = await pageOfBook(db, { order: 'policy_no', direction: 'asc', offset: 0, limit: 1 })
  return { policyIds, total, isCapped: false }
}

/**
 * The planner takes a text that it guesses to be common for a reason to read the table until enough rows are found;
 * when it is rare after all, that reads everything. With table scans out of the question it looks the text up.
 */
const withoutTableScans = <Result>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<Result>) => {
  const run = async (trx: Transaction<DB>) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return work(trx)
  }
  return db.isTransaction ? run(db as Transaction<DB>) : db.transaction().setAccessMode('read only').execute(run)
}

const orderOf = (order: ListOrder) => (order === 'due_cents' ? sql`b.due_cents` : sql`p.${sql.ref(order)}`)
const fromOf = (order: ListOrder) =>
  order === 'due_cents' ? sql`policies p join policy_balances b on b.policy_id = p.policy_id` : sql`policies p`
const idOf = (order: ListOrder) => (order === 'due_cents' ? sql`b.policy_id` : sql`p.policy_id`)
const all = (conditions: RawBuilder<SqlBool>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

async function inOrder(db: Kysely<DB>, { conditions, order, direction, offset, limit }: PageWish): Promise<string[]> {
  const way = sql.raw(direction)
  const { rows } = await sql<{ policy_id: string }>`select p.policy_id from ${fromOf(order)} ${all(conditions)}
    order by ${orderOf(order)} ${way}, ${idOf(order)} ${way} limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => row.policy_id)
}

const capped = (count: number) => ({ total: Math.min(count, countLimit), isCapped: count > countLimit })

async function filtered(db: Kysely<DB>, wish: PageWish): Promise<FoundPage> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from policies p ${all(wish.conditions)} limit ${countLimit + 1}) found`.execute(db)
  return { policyIds: await inOrder(db, wish), ...capped(rows[0]?.count ?? 0) }
}

/**
 * Finds first, orders then: left to itself, the planner would walk the order's index for some texts and find the match
 * in its last rows. When there are more matches than are counted, most rows of any order fit, and the page is looked for
 * in the first rows of the order; where those do not hold it, the matches that were found are put in order.
 */
async function searched(db: Kysely<DB>, wish: PageWish): Promise<FoundPage> {
  const { conditions, order, direction, offset, limit } = wish
  const way = sql.raw(direction)
  const { rows } = await sql<{ count: number; ids: string[] }>`
    with found as materialized (
      select p.policy_id, ${orderOf(order)} as place from ${fromOf(order)} ${all(conditions)} limit ${countLimit + 1}
    )
    select (select count(*) from found) as count,
      array(select policy_id from found order by place ${way}, policy_id ${way} limit ${limit} offset ${offset}) as ids`.execute(
    db,
  )
  const { count, ids } = rows[0] ?? { count: 0, ids: [] }
  if (count <= countLimit) return { policyIds: ids, ...capped(count) }
  const walked = await sql<{ policy_id: string }>`
    select p.policy_id from (
      select p.* ${order === 'due_cents' ? sql`, b.due_cents` : sql``} from ${fromOf(order)}
      order by ${orderOf(order)} ${way}, ${idOf(order)} ${way} limit ${walkLimit}
    ) p ${all(conditions)} limit ${limit} offset ${offset}`.execute(db)
  const isFull = walked.rows.length === limit
  return { policyIds: isFull ? walked.rows.map((row) => row.policy_id) : ids, ...capped(count) }
}
