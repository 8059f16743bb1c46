import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { ApiError } from '../http/api-error.ts'
import { amountDueCondition, pastDueCentsSql } from '../ledger/money-sql.ts'
import { buildPolicyStatusSql } from '../policy/status.ts'
import {
  isPolicyNumberStart,
  type SearchMode,
  splitIntoWords,
  toLikePatterns,
  toWordLikePattern,
} from './search-text.ts'

/** A search condition on `policies p`. Each text condition has a trigram index. */
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
  const patterns = toLikePatterns(text, mode)
  if (patterns.length === 0)
    throw new ApiError({
      code: 'invalid_value',
      message: `${field}: enter at least one letter or digit.`,
      field,
    })
  return patterns
}

export const createNameCondition = (text: string, mode: SearchMode, field: string) =>
  like(name, requirePatterns(text, mode, field))
export const createAddressCondition = (text: string, mode: SearchMode, field: string) =>
  like(address, requirePatterns(text, mode, field))

/** SQL expression for the search texts of `policies p` other than the policy number. */
const otherTexts = `coalesce(p.quote_number, '') || ' ' || p.insured_name || ' ' || p.address_line || ' '
  || coalesce(p.phone, '') || ' ' || replace(coalesce(p.phone, ''), '-', '') || ' ' || p.payer_names`
/**
 * SQL expression for the text that the search box searches. Must be identical to the expression of the index
 * `policies_by_search_text`.
 */
const searchText = sql.raw(`lower(' ' || p.policy_no || ' ' || ${otherTexts})`)
/**
 * SQL condition: another text contains the start of a policy number (`isPolicyNumberStart`). Must be identical to the
 * condition of the index `policies_with_number_in_text`.
 */
const hasNumberInText = sql.raw(`lower(${otherTexts}) ~ '[a-z]{3}3[0-9]{3}'`)

/**
 * Finds the start of a policy number by its unique index, whose cost grows with the logarithm of the book. The trigrams
 * of a number have lists that grow with the book. Only policies with a number in another text need the whole condition.
 */
const findByPolicyNumber = (pattern: string, condition: Condition): Condition =>
  sql`(p.policy_no like ${pattern.toUpperCase()} or ${hasNumberInText} and ${condition})`

/**
 * Returns a search condition for the policy number or quote number. One indexed text contains both numbers, separated
 * by a space.
 */
export function createPolicyNumberCondition(text: string, mode: SearchMode, field: string): Condition {
  const patterns = requirePatterns(text, mode, field)
  const [pattern = ''] = patterns
  // A space separates the policy number from the quote number.
  const condition = like(
    numbers,
    mode === 1 ? patterns : mode === 2 ? [pattern, `% ${pattern}`] : [`${pattern} %`, `% ${pattern}`],
  )
  const term = text.trim().toLowerCase()
  return isPolicyNumberStart(term) ? findByPolicyNumber(mode === 3 ? term : `${term}%`, condition) : condition
}

function createWordCondition(word: string): Condition {
  const condition = sql<SqlBool>`${searchText} like ${toWordLikePattern(word)}`
  return isPolicyNumberStart(word) ? findByPolicyNumber(`${word}%`, condition) : condition
}

/**
 * Returns the search box's condition (API-12). In mode 1, each word must occur in a number, name, address, phone number
 * or payer name. In other modes, the whole text is compared with a number, the name or the address.
 */
export function createSearchTextCondition(text: string, mode: SearchMode, field: string): Condition {
  if (mode === 1) {
    requirePatterns(text, mode, field)
    return sql`(${sql.join(splitIntoWords(text).map(createWordCondition), sql` and `)})`
  }
  const parts = [
    createPolicyNumberCondition(text, mode, field),
    createNameCondition(text, mode, field),
    createAddressCondition(text, mode, field),
  ]
  return sql`(${sql.join(parts, sql` or `)})`
}

/**
 * Returns the condition for a set of agencies. The ids are passed as values so that the planner can estimate the number
 * of matches.
 */
export const createAgencyCondition = (agencyIds: string[], agency: RawBuilder<unknown> = sql`p.agency_id`): Condition =>
  sql`${agency} = any(${agencyIds}::uuid[])`

/**
 * Returns the conditions for policies with an amount due on the date `today`. A partial index covers the first
 * condition.
 */
export const createAmountDueConditions = (today: string): Condition[] => [
  sql`not p.is_paid`,
  sql<SqlBool>`${sql.raw(amountDueCondition(today))}`,
]

/** Types of pending items. Each type is a tab of the list. */
export type PendingItemKind = 'signature' | 'payment' | 'cancellation' | 'documents' | 'renewalHold'

/** SQL condition: policy `p` lacks a document that its cancel reason requires (CAN-11). */
export const lacksDocumentsSql = sql<SqlBool>`exists (
  select from cancel_reason_documents d where d.reason_code = p.cancel_reason_code and d.purpose = 'requiredUpload'
    and not exists (select from policy_docs u
      where u.policy_id = p.policy_id and u.doc_kind = 'upload' and u.doc_type_id = d.doc_type_id))`

/** SQL query for the ids of policies in force with a renewal hold for a past-due balance (REN-5). */
function buildHeldRenewalsSql(now: Date): RawBuilder<unknown> {
  const { today, isExpired } = buildPolicyStatusSql('p', `'${now.toISOString()}'`)
  return sql`select p.policy_id from renewal_holds h join policies p using (policy_id) join policy_balances b using (policy_id)
    where h.ended_at is null and p.cancelled_at is null and p.pending_cancel_at is null and p.non_renewed_at is null
      and not ${sql.raw(isExpired)} and ${sql.raw(pastDueCentsSql(today))} > 0`
}

/**
 * Returns the conditions for policies with a pending item. Signatures and payments are pending only on policies in
 * force (BIL-9). On a monthly plan, a payment is pending only if an installment is due. PostgreSQL can use a partial
 * index for the first condition.
 */
export function createPendingItemConditions(what: PendingItemKind, now: Date): Condition[] {
  if (what === 'cancellation') return [sql`p.pending_cancel_at is not null`]
  if (what === 'documents') return [sql`p.pending_cancel_at is not null`, lacksDocumentsSql]
  if (what === 'renewalHold') return [sql`p.policy_id in (${buildHeldRenewalsSql(now)})`]
  const { today, isExpired } = buildPolicyStatusSql('p', `'${now.toISOString()}'`)
  const utcDay = now.toISOString().slice(0, 10)
  const isOpen = sql<SqlBool>`p.cancelled_at is null and p.pending_cancel_at is null
    and (p.expiration_date > ${utcDay}::date or not ${sql.raw(isExpired)})`
  if (what === 'signature') return [sql`not p.is_signed`, isOpen]
  return [...createAmountDueConditions(today), isOpen]
}
