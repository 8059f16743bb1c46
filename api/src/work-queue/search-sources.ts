import type { SearchGroup, SearchHit, SearchKind } from '@tideline/sdk/types'
import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import { createSearchTextCondition } from '../policy-reads/search-conditions.ts'
import { toLikePatterns } from '../policy-reads/search-text.ts'

/** A search result as returned by SQL. Amounts are in cents. */
interface Row extends Omit<SearchHit, 'amount'> {
  cents: number | null
}

/** Describes how one type of record is searched, displayed and sorted. */
interface Source {
  /** Role that may see the record. Absent if all staff may see it. */
  role?: string
  from: (condition: RawBuilder<SqlBool>) => RawBuilder<unknown>
  matches: (text: string) => RawBuilder<SqlBool>
  columns: (now: Date) => RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/** Maximum number of rows to sort. If more rows match, only the first rows from the index are sorted. */
const maxFound = 500
const maxResultsPerKind = 5

const likeAny = (column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql`(${sql.join(
    toLikePatterns(text, 1).map((pattern) => sql`${column} like ${pattern}`),
    sql` or `,
  )})`

/** SQL condition: the check number matches, regardless of leading zeros. Banks add zeros that users do not type. */
const hasCheckNo = (column: RawBuilder<unknown>, text: string) =>
  sql<SqlBool>`ltrim(${column}, '0') = ${text.replace(/^0+/, '')}`

const anyOf = (...conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
const found = (table: string, alias: string) => (condition: RawBuilder<SqlBool>) =>
  sql`(select * from ${sql.raw(table)} ${sql.raw(alias)} where ${condition} limit ${maxFound}) ${sql.raw(alias)}`

/** Search rules for each type of record. Each condition uses an index. */
export const searchSources: Record<SearchKind, Source> = {
  policies: {
    from: found('policies', 'p'),
    matches: (text) => createSearchTextCondition(text, 1, 'q'),
    columns: (
      now,
    ) => sql`p.policy_no as id, p.policy_no as title, concat_ws(', ', p.insured_name, p.address_line) as detail,
      ${sql.raw(buildPolicyStatusSql('p', `'${now.toISOString()}'`).status)} as status, p.total_premium_cents as cents`,
    order: sql`p.inception_date desc, p.policy_no`,
  },
  payments: {
    role: 'financeadmin',
    from: (condition) => sql`${found('payments', 'y')(condition)} join policies p on p.policy_id = y.policy_id`,
    matches: (text) =>
      anyOf(
        sql`y.payment_id = ${text.toUpperCase()}`,
        hasCheckNo(sql`y.check_no`, text),
        likeAny(sql`lower(coalesce(y.payee_name, ''))`, text),
      ),
    columns: () => sql`y.policy_payment_id::text as id, y.payment_id as title,
      p.policy_no || ', ' || coalesce(y.payee_name, p.insured_name) || coalesce(', check ' || y.check_no, '') as detail,
      y.status, y.amount_cents as cents`,
    order: sql`y.created_at desc, y.policy_payment_id`,
  },
  checks: {
    role: 'financeadmin',
    from: found('lockbox_items', 'i'),
    matches: (text) =>
      anyOf(
        hasCheckNo(sql`i.check_no`, text),
        likeAny(sql`lower(coalesce(i.remitter_name, '') || ' ' || coalesce(i.reference, ''))`, text),
      ),
    columns: () => sql`i.lockbox_item_id::text as id, 'Check ' || coalesce(i.check_no, 'without a number') as title,
      concat_ws(', ', nullif(i.remitter_name, ''), nullif(i.reference, '')) as detail, i.state as status,
      i.amount_cents as cents`,
    order: sql`i.deposit_date desc, i.lockbox_item_id`,
  },
  agencies: {
    from: found('agencies', 'a'),
    matches: (text) => likeAny(sql`lower(a.agency_no || ' ' || a.company || ' ' || coalesce(a.email, ''))`, text),
    columns: () => sql`a.agency_no as id, a.company as title,
      concat_ws(', ', a.agency_no, nullif(a.city, ''), nullif(a.state, '')) as detail, a.status, null::bigint as cents`,
    order: sql`a.company, a.agency_no`,
  },
  accounts: {
    role: 'superuser',
    from: (condition) => sql`${found('accounts', 'c')(condition)} left join agencies a on a.agency_id = c.agency_id`,
    matches: (text) => likeAny(sql`lower(c.first_name || ' ' || c.last_name || ' ' || c.email::text)`, text),
    columns: () => sql`c.account_id::text as id, trim(c.first_name || ' ' || c.last_name) as title,
      c.email::text || ', ' || coalesce(a.company, 'staff') as detail, null::text as status, null::bigint as cents`,
    order: sql`c.last_name, c.first_name, c.account_id`,
  },
}

/**
 * Builds the statement that searches one type of record. Reads one extra row to detect whether there are more results.
 */
export function buildSearchStatement(kind: SearchKind, text: string, now: Date) {
  const { from, matches, columns, order } = searchSources[kind]
  return sql<Row>`select ${columns(now)} from ${from(matches(text))} order by ${order} limit ${maxResultsPerKind + 1}`
}

/** Searches one type of record. Returns undefined if nothing is found. */
export async function searchRecordsOfKind(
  db: Transaction<DB>,
  kind: SearchKind,
  text: string,
  now: Date,
): Promise<SearchGroup | undefined> {
  const { rows } = await buildSearchStatement(kind, text, now).execute(db)
  if (rows.length === 0) return undefined
  return {
    kind,
    hits: rows
      .slice(0, maxResultsPerKind)
      .map(({ cents, ...hit }) => ({ ...hit, amount: cents === null ? null : cents / 100 })),
    hasMore: rows.length > maxResultsPerKind,
  }
}
