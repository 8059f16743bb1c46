import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ApiError } from '../http/api-error.ts'
import { currentlyDueSql } from '../ledger/money-sql.ts'
import { statusSql } from '../policy/status.ts'
import { getPatterns, getWordPatterns, type SearchMode } from './search-term.ts'

/** Conditions on `policies p` that a search is made of. Each text condition has its trigram index. */
type Condition = RawBuilder<SqlBool>

const name = sql`lower(p.insured_name)`
const address = sql`lower(p.address_line)`
const numbers = sql`lower(p.policy_no || ' ' || coalesce(p.quote_number, ''))`

const like = (column: RawBuilder<unknown>, patterns: string[]): Condition =>
  sql`(${sql.join(
    patterns.map((pattern) => sql<SqlBool>`${column} like ${pattern}`),
    sql` or `,
  )})`

function requirePatterns(text: string, mode: SearchMode, field: string): string[] {
  const patterns = getPatterns(text, mode)
  if (patterns.length === 0)
    throw new ApiError({
      code: 'invalid_value',
      message: `${field}: give at least one letter or digit.`,
      field,
    })
  return patterns
}

export const hasName = (text: string, mode: SearchMode, field: string) => like(name, requirePatterns(text, mode, field))
export const hasAddress = (text: string, mode: SearchMode, field: string) =>
  like(address, requirePatterns(text, mode, field))

/** Policy or quote number. The two stand in one indexed text, so that each mode also looks behind the blank. */
export function hasNumber(text: string, mode: SearchMode, field: string): Condition {
  const [pattern = ''] = requirePatterns(text, mode, field)
  if (mode === 1) return like(numbers, requirePatterns(text, mode, field))
  // The blank between the numbers ends the first and begins the second.
  return mode === 2 ? like(numbers, [pattern, `% ${pattern}`]) : like(numbers, [`${pattern} %`, `% ${pattern}`])
}

/** The text of `policies_by_search_text`, to the letter. */
const searchText = sql`lower(' ' || p.policy_no || ' ' || coalesce(p.quote_number, '') || ' ' || p.insured_name || ' '
  || p.address_line || ' ' || coalesce(p.phone, '') || ' ' || replace(coalesce(p.phone, ''), '-', '') || ' ' || p.payer_names)`

/**
 * The search box (API-12). Mode 1: every word is in the numbers, the name, the address, the phone number or a payer's name. The other modes compare
 * the whole text with a number, the name or the address.
 */
export function hasAnywhere(text: string, mode: SearchMode, field: string): Condition {
  if (mode === 1) {
    requirePatterns(text, mode, field)
    return sql`(${sql.join(
      getWordPatterns(text).map((pattern) => sql<SqlBool>`${searchText} like ${pattern}`),
      sql` and `,
    )})`
  }
  const parts = [hasNumber(text, mode, field), hasName(text, mode, field), hasAddress(text, mode, field)]
  return sql`(${sql.join(parts, sql` or `)})`
}

/** Named agencies as values, so that the planner knows how much of the book is theirs. */
export const ofAgencies = (agencyIds: string[], agency: RawBuilder<unknown> = sql`p.agency_id`): Condition =>
  sql`${agency} = any(${agencyIds}::uuid[])`

/** What a policy may wait for, as the tabs of the list name it. */
export type PendingKind = 'signature' | 'payment' | 'cancellation' | 'documents'

/** A paper that a cancellation's reason cannot do without and that nobody has uploaded (CAN-11), over `policies p`. */
const lacksPapers = sql<SqlBool>`exists (
  select from cancel_reason_documents d where d.reason_code = p.cancel_reason_code and d.purpose = 'requiredUpload'
    and not exists (select from policy_docs u
      where u.policy_id = p.policy_id and u.doc_kind = 'upload' and u.doc_type_id = d.doc_type_id))`

/**
 * Policies with something left to do. Nobody signs or pays for one that is over, cancelled or about to be (BIL-9);
 * of a monthly plan only what is due by now is waited for. Each begins with the condition of its partial index.
 */
export function isPendingSql(what: PendingKind, now: Date): Condition[] {
  if (what === 'cancellation') return [sql`p.pending_cancel_at is not null`]
  if (what === 'documents') return [sql`p.pending_cancel_at is not null`, lacksPapers]
  const { today, isExpired } = statusSql('p', `'${now.toISOString()}'`)
  const utcDay = now.toISOString().slice(0, 10)
  const isOpen = sql<SqlBool>`p.cancelled_at is null and p.pending_cancel_at is null
    and (p.expiration_date > ${utcDay}::date or not ${sql.raw(isExpired)})`
  if (what === 'signature') return [sql`not p.is_signed`, isOpen]
  const isDue = sql<SqlBool>`(p.payment_interval <> 'Monthly' or exists (
    select from policy_balances b where b.policy_id = p.policy_id and ${sql.raw(currentlyDueSql(today))} > 0))`
  return [sql`not p.is_paid`, isOpen, isDue]
}
