import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { getPolicyPage, type PolicySortColumn, policySortColumns } from '../db/page-marks.ts'
import type { DB } from '../db/schema.ts'

/** Maximum for the total count. Users do not page further, and an exact count would read every match. */
const maxTotalCount = 10_000
/** Number of matches above which a search text is common. A common text is searched from the start of the list. */
const commonLimit = 5_000
/** Number of rows to search from the start of the list for a common text. */
const scanLimit = 10_000
/** Sample size for estimating whether `scanLimit` rows contain enough matches for the page. */
const sampleLimit = 1_000

export type PolicyListOrder = PolicySortColumn | 'address_line' | 'original_post_date' | 'due_cents'

export interface PolicyListPageRequest {
  /** Conditions on `policies p` that must all be true. Empty for all policies. */
  conditions: RawBuilder<SqlBool>[]
  /**
   * Type of search text. `word`: the trigram index can find it. `short`: it may match nearly every policy. `none`:
   * there is no search text.
   */
  text: 'none' | 'short' | 'word'
  order: PolicyListOrder
  direction: 'asc' | 'desc'
  offset: number
  limit: number
}

export interface PolicyIdPage {
  policyIds: string[]
  /** Number of matches. If `isCapped` is true, there are more. */
  total: number
  isCapped: boolean
}

const isOfBook = (order: PolicyListOrder): order is PolicySortColumn =>
  (policySortColumns as readonly string[]).includes(order)

/**
 * Returns the ids of one page of policies in list order. The response time does not depend on the page number or the
 * search text.
 */
export async function findPolicyIdPage(db: Kysely<DB>, input: PolicyListPageRequest): Promise<PolicyIdPage> {
  if (input.text === 'short') return (await searchShortText(db, input)) ?? searchWithIndex(db, input)
  if (input.text === 'word') return searchWithIndex(db, input)
  if (input.conditions.length > 0) return findFilteredPage(db, input)
  if (isOfBook(input.order)) {
    const page = await getPolicyPage(db, { ...input, order: input.order })
    return { ...page, isCapped: false }
  }
  const policyIds = await getPolicyIds(db, input)
  const { total } = await getPolicyPage(db, { order: 'policy_no', direction: 'asc', offset: 0, limit: 1 })
  return { policyIds, total, isCapped: false }
}

const getOrder = (order: PolicyListOrder) => (order === 'due_cents' ? sql`b.due_cents` : sql`p.${sql.ref(order)}`)
const getFrom = (order: PolicyListOrder) =>
  order === 'due_cents' ? sql`policies p join policy_balances b on b.policy_id = p.policy_id` : sql`policies p`
const getId = (order: PolicyListOrder) => (order === 'due_cents' ? sql`b.policy_id` : sql`p.policy_id`)
const all = (conditions: RawBuilder<SqlBool>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

async function getPolicyIds(
  db: Kysely<DB>,
  { conditions, order, direction, offset, limit }: PolicyListPageRequest,
): Promise<string[]> {
  const way = sql.raw(direction)
  const { rows } = await sql<{ policy_id: string }>`select p.policy_id from ${getFrom(order)} ${all(conditions)}
    order by ${getOrder(order)} ${way}, ${getId(order)} ${way} limit ${limit} offset ${offset}`.execute(db)
  return rows.map((row) => row.policy_id)
}

const capped = (count: number, most = maxTotalCount) => ({ total: Math.min(count, most), isCapped: count > most })

async function findFilteredPage(db: Kysely<DB>, input: PolicyListPageRequest): Promise<PolicyIdPage> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from policies p ${all(input.conditions)} limit ${maxTotalCount + 1}) found`.execute(db)
  return { policyIds: await getPolicyIds(db, input), ...capped(rows[0]?.count ?? 0) }
}

/**
 * Searches the first rows of the sorted list. Returns the matches on the page and the total number of matches in these
 * rows. Stops after `matchesAtMost` matches.
 */
async function searchFirstRows(
  db: Kysely<DB>,
  { conditions, order, direction, offset, limit }: PolicyListPageRequest,
  rowsAtMost: number,
  matchesAtMost = rowsAtMost,
) {
  const way = sql.raw(direction)
  const { rows } = await sql<{ count: number; policyIds: string[] }>`
    with fitting as materialized (
      select p.policy_id, row_number() over () as place from (
        select p.* ${order === 'due_cents' ? sql`, b.due_cents` : sql``} from ${getFrom(order)}
        order by ${getOrder(order)} ${way}, ${getId(order)} ${way} limit ${rowsAtMost}
      ) p ${all(conditions)} limit ${matchesAtMost}
    )
    select (select count(*) from fitting) as count,
      array(select policy_id from fitting order by place limit ${limit} offset ${offset}) as "policyIds"`.execute(db)
  return rows[0] ?? { count: 0, policyIds: [] }
}

/**
 * Searches for a short text from the start of the list. An index lookup would return nearly all policies. `total` is a
 * lower bound. Returns undefined if the first rows have too few matches for the page.
 */
async function searchShortText(db: Kysely<DB>, input: PolicyListPageRequest): Promise<PolicyIdPage | undefined> {
  const wanted = input.offset + input.limit
  const glance = await searchFirstRows(db, input, sampleLimit)
  if ((glance.count * scanLimit) / sampleLimit < wanted) return undefined
  const { count, policyIds } = await searchFirstRows(db, input, scanLimit)
  return count > wanted ? { policyIds, total: count, isCapped: true } : undefined
}

/**
 * Searches with table scans disabled. PostgreSQL's planner may choose a scan if it overestimates the number of matches;
 * for a rare text, a scan would read the whole table.
 */
const searchWithIndex = (db: Kysely<DB>, input: PolicyListPageRequest) => {
  const run = async (trx: Transaction<DB>) => {
    await sql`set local enable_seqscan = off`.execute(trx)
    return searchMatches(trx, input)
  }
  return db.isTransaction ? run(db as Transaction<DB>) : db.transaction().setAccessMode('read only').execute(run)
}

/** Sorts a limited number of matches. Returns one page of the matches and their total number. */
async function findFirstMatches(
  db: Kysely<DB>,
  { conditions, order, direction, offset, limit }: PolicyListPageRequest,
  most: number,
) {
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
 * Finds matches first and sorts them afterward. The planner might otherwise read the whole sort index. If there are
 * more than 5,000 matches, looks for the page in the first rows of the list. If these rows do not fill the page, sorts
 * the first 10,000 matches.
 */
async function searchMatches(db: Kysely<DB>, input: PolicyListPageRequest): Promise<PolicyIdPage> {
  const few = await findFirstMatches(db, input, commonLimit)
  if (few.count <= commonLimit) return { policyIds: few.policyIds, ...capped(few.count) }
  const { policyIds } = await searchFirstRows(db, input, scanLimit, input.offset + input.limit)
  if (policyIds.length === input.limit) return { policyIds, ...capped(few.count, commonLimit) }
  const many = await findFirstMatches(db, input, maxTotalCount)
  return { policyIds: many.policyIds, ...capped(many.count) }
}
