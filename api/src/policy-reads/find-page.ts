import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { getPolicyPage, type PolicyOrder, policyOrders } from '../db/page-marks.ts'
import type { DB } from '../db/schema.ts'

/** Counting stops here: nobody pages through more, and a true count would read every match. */
export const countLimit = 10_000
/** And here for a text that so many policies fit that the page is better found on the way. */
const commonLimit = 5_000
/** Rows of an order that are looked through for a text that many policies fit. */
const walkLimit = 10_000
/** Rows that tell whether looking through more of them would fill a page. */
const glanceLimit = 1_000

export type ListOrder = PolicyOrder | 'address_line' | 'original_post_date' | 'due_cents'

export interface PageRequest {
  /** Conditions on `policies p`, all of which have to hold; none is the whole book. */
  conditions: RawBuilder<SqlBool>[]
  /**
   * What is looked for: a text that the trigram index finds, one so short that nearly every policy may fit, or none:
   * then the conditions only narrow down.
   */
  text: 'none' | 'short' | 'word'
  order: ListOrder
  direction: 'asc' | 'desc'
  offset: number
  limit: number
}

export interface FoundPage {
  policyIds: string[]
  /** How many match; there are more when `isCapped`. */
  total: number
  isCapped: boolean
}

const isOfBook = (order: ListOrder): order is PolicyOrder => (policyOrders as readonly string[]).includes(order)

/** The ids of one page of policies in order, in a time that does not depend on which page or which text it is. */
export async function findPage(db: Kysely<DB>, wish: PageRequest): Promise<FoundPage> {
  if (wish.text === 'short') return (await glanced(db, wish)) ?? lookedUp(db, wish)
  if (wish.text === 'word') return lookedUp(db, wish)
  if (wish.conditions.length > 0) return filtered(db, wish)
  if (isOfBook(wish.order)) {
    const page = await getPolicyPage(db, { ...wish, order: wish.order })
    return { ...page, isCapped: false }
  }
  const policyIds = await inOrder(db, wish)
  const { total } = await getPolicyPage(db, { order: 'policy_no', direction: 'asc', offset: 0, limit: 1 })
  return { policyIds, total, isCapped: false }
}

const getOrder = (order: ListOrder) => (order === 'due_cents' ? sql`b.due_cents` : sql`p.${sql.ref(order)}`)
const getFrom = (order: ListOrder) =>
  order === 'due_cents' ? sql`policies p join policy_balances b on b.policy_id = p.policy_id` : sql`policies p`
const getId = (order: ListOrder) => (order === 'due_cents' ? sql`b.policy_id` : sql`p.policy_id`)
const all = (conditions: RawBuilder<SqlBool>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

async function inOrder(
  db: Kysely<DB>,
  { conditions, order, direction, offset, limit }: PageRequest,
): Promise<string[]> {
  const way = sql.raw(direction)
  const { rows } = await sql<{ policy_id: string }>`select p.policy_id from ${getFrom(order)} ${all(conditions)}
    order by ${getOrder(order)} ${way}, ${getId(order)} ${way} limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => row.policy_id)
}

const capped = (count: number, most = countLimit) => ({ total: Math.min(count, most), isCapped: count > most })

async function filtered(db: Kysely<DB>, wish: PageRequest): Promise<FoundPage> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from policies p ${all(wish.conditions)} limit ${countLimit + 1}) found`.execute(db)
  return { policyIds: await inOrder(db, wish), ...capped(rows[0]?.count ?? 0) }
}

/** The page as far as the first rows of the order hold it, and how many of them fit. */
async function walked(
  db: Kysely<DB>,
  { conditions, order, direction, offset, limit }: PageRequest,
  rowsAtMost: number,
) {
  const way = sql.raw(direction)
  const { rows } = await sql<{ count: number; policyIds: string[] }>`
    with fitting as materialized (
      select p.policy_id, row_number() over () as place from (
        select p.* ${order === 'due_cents' ? sql`, b.due_cents` : sql``} from ${getFrom(order)}
        order by ${getOrder(order)} ${way}, ${getId(order)} ${way} limit ${rowsAtMost}
      ) p ${all(conditions)}
    )
    select (select count(*) from fitting) as count,
      array(select policy_id from fitting order by place limit ${limit} offset ${offset}) as "policyIds"`.execute(db)
  return rows[0] ?? { count: 0, policyIds: [] }
}

/**
 * One or two letters may fit nearly every policy; the index would then list the whole book. A glance at the first rows
 * of the order tells whether the page stands close by; then at least as many fit as were found there. Undefined when
 * the text is not that common, or the page is too far away.
 */
async function glanced(db: Kysely<DB>, wish: PageRequest): Promise<FoundPage | undefined> {
  const wanted = wish.offset + wish.limit
  const glance = await walked(db, wish, glanceLimit)
  if ((glance.count * walkLimit) / glanceLimit < wanted) return undefined
  const { count, policyIds } = await walked(db, wish, walkLimit)
  return count > wanted ? { policyIds, total: count, isCapped: true } : undefined
}

/**
 * The planner takes a text that it guesses to be common for a reason to read the table until enough rows are found;
 * when it is rare after all, that reads everything. With table scans out of the question it looks the text up.
 */
const lookedUp = (db: Kysely<DB>, wish: PageRequest) => {
  const run = async (trx: Transaction<DB>) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return searched(trx, wish)
  }
  return db.isTransaction ? run(db as Transaction<DB>) : db.transaction().setAccessMode('read only').execute(run)
}

/** The first matches that the index gives, put in order. */
async function matches(db: Kysely<DB>, { conditions, order, direction, offset, limit }: PageRequest, most: number) {
  const way = sql.raw(direction)
  const { rows } = await sql<{ count: number; policyIds: string[] }>`
    with found as materialized (
      select p.policy_id, ${getOrder(order)} as place from ${getFrom(order)} ${all(conditions)} limit ${most + 1}
    )
    select (select count(*) from found) as count,
      array(select policy_id from found order by place ${way}, policy_id ${way} limit ${limit} offset ${offset}) as "policyIds"`.execute(
    db,
  )
  return rows[0] ?? { count: 0, policyIds: [] }
}

/**
 * Finds first, orders then: left to itself, the planner would walk the order's index for some texts and find the match
 * in its last rows. When five thousand match, the page is looked for in the first rows of the order; where those do not
 * hold it, ten thousand matches are put in order. Only of more than these the order is that of the matches found.
 */
async function searched(db: Kysely<DB>, wish: PageRequest): Promise<FoundPage> {
  const few = await matches(db, wish, commonLimit)
  if (few.count <= commonLimit) return { policyIds: few.policyIds, ...capped(few.count) }
  const { policyIds } = await walked(db, wish, walkLimit)
  if (policyIds.length === wish.limit) return { policyIds, ...capped(few.count, commonLimit) }
  const many = await matches(db, wish, countLimit)
  return { policyIds: many.policyIds, ...capped(many.count) }
}
