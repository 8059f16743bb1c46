import { type Kysely, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Sort columns of the policy list. Rows with equal values are sorted by `policy_id`. */
export const policySortColumns = [
  'policy_no',
  'insured_name',
  'inception_date',
  'expiration_date',
  'total_premium_cents',
  'agency_no',
] as const

export type PolicySortColumn = (typeof policySortColumns)[number]

export interface PolicyListPage {
  order: PolicySortColumn
  direction: 'asc' | 'desc'
  offset: number
  limit: number
}

const rowsBetweenMarks = 200

/**
 * Returns one page of the policy list: the ids in order and the total number of policies. Reading starts at the nearest
 * stored position (mark), so late pages are as fast as early pages.
 */
export async function getPolicyPage(
  db: Kysely<DB>,
  page: PolicyListPage,
): Promise<{ policyIds: string[]; total: number }> {
  const column = sql.ref(page.order)
  const isDescending = page.direction === 'desc'
  // In descending order, the page is read from the end of the ascending order.
  const start = isDescending
    ? sql`greatest(book.total - ${page.offset}::bigint - ${page.limit}::bigint, 0)`
    : sql`${page.offset}::bigint`
  const count = isDescending
    ? sql`greatest(least(${page.limit}::bigint, book.total - ${page.offset}::bigint), 0)`
    : sql`${page.limit}::bigint`
  const { rows } = await sql<{ total: number; policy_ids: string[] }>`
    with book as materialized (
      select total + (select coalesce(sum(delta), 0) from policy_page_changes) as total,
        (select count(*) from policy_page_changes where delta < 0) as removed
      from policy_page_totals
    ),
    mark as materialized (
      select marks.${column}, marks.policy_id, marks.position + moved.by as position
      from book, policy_page_marks marks, lateral (
        select coalesce(sum(delta), 0)::bigint as by from policy_page_changes changes
        where (changes.${column}, changes.policy_id) < (marks.${column}, marks.policy_id)
      ) moved
      where marks.sort = ${page.order} and marks.position <= ${start} + book.removed
        and marks.position + moved.by <= ${start}
      order by marks.position desc
      limit 1
    )
    select book.total::bigint as total, array(
      select found.policy_id from mark, lateral (
        select policies.${column}, policies.policy_id from policies
        where (policies.${column}, policies.policy_id) >= (mark.${column}, mark.policy_id)
        order by policies.${column}, policies.policy_id
        offset ${start} - mark.position limit ${count}
      ) found order by found.${column} ${sql.raw(page.direction)}, found.policy_id ${sql.raw(page.direction)}
    ) as policy_ids
    from book`.execute(db)
  return { policyIds: rows[0]?.policy_ids ?? [], total: rows[0]?.total ?? 0 }
}

/**
 * Returns the number of policy changes since the last refresh of the page marks. Pages become slow after thousands of
 * changes.
 */
export async function countPageChanges(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from policy_page_changes`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Refreshes the page marks and deletes the changes that the new marks include. This takes a few seconds for a million
 * policies. Changes made during the refresh stay recorded. Returns false if another process is refreshing the marks.
 */
export async function refreshPageMarks(db: Kysely<DB>): Promise<boolean> {
  const isDone = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      const lock = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(7205412) as got`.execute(trx)
      if (!lock.rows[0]?.got) return false
      await trx.deleteFrom('policy_page_marks').where('position', '>', 0).execute()
      for (const order of policySortColumns) {
        const column = sql.ref(order)
        await sql`
          insert into policy_page_marks (sort, position, policy_id, ${column})
          select ${order}, position, policy_id, ${column} from (
            select ${column}, policy_id, row_number() over (order by ${column}, policy_id) - 1 as position from policies
          ) numbered
          where position % ${rowsBetweenMarks} = 0 and position > 0`.execute(trx)
      }
      await sql`update policy_page_totals set total = (select count(*) from policies), marked_at = now()`.execute(trx)
      await trx.deleteFrom('policy_page_changes').execute()
      return true
    })
  // Every page reads the whole list of changes. Deleted rows slow it down until they are vacuumed.
  if (isDone) await sql`vacuum (analyze) policy_page_changes, policy_page_marks`.execute(db)
  return isDone
}
