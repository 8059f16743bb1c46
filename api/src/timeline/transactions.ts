import { type Kysely, sql } from 'kysely'
import { dollarChangeSql, dollarsSql, timestampSql } from '../db/json-sql.ts'
import type { DB } from '../db/schema.ts'
import type { Operations } from '../generated/operations.ts'
import { coverageLetters } from '../policy-reads/transactions.ts'
import { shouldHideSignatures } from './order.ts'

type Item = Operations['getPolicyTimeline']['response']['payload']['items'][number]
export type TimelineTransactionItem = Extract<Item, { type: 'transaction' }>
type Endorsement = TimelineTransactionItem['endorsements'][number]

/** A transaction with its changes, signers and group. */
interface Row extends Omit<TimelineTransactionItem, 'type' | 'endorsements'> {
  groupId: string | null
  totalPremium: number
}

const deltas = [
  ...coverageLetters
    .filter((letter) => letter !== 'c')
    .map((letter) => [`coverage${letter.toUpperCase()}Delta`, `coverage_${letter}_limit_cents`]),
  ['deductibleDelta', 'deductible_cents'],
]
  .map(([name, column]) => `${dollarChangeSql(column ?? '')} as "${name}"`)
  .join(', ')

const statement =
  sql.raw(`select t.policy_transaction_id as id, t.group_id as "groupId", ${timestampSql('t.created_at')} as "createdAt",
    t.transaction_type as "transactionType", t.transaction_reason as "transactionReason",
    t.transaction_notes as "transactionNotes", coalesce(t.user_name, '') as "userName", t.effective_date as "effectiveDate",
    ${dollarsSql('t.total_premium_cents')} as "totalPremium", ${deltas},
    coalesce((
      select json_agg(json_build_object('party', s.party, 'signedByName', s.signed_by_name, 'signedAt', ${timestampSql('s.signed_at')})
        order by s.party, s.position)
      from policy_doc_signatures s join policy_docs d using (policy_doc_id)
      where d.policy_transaction_id = t.policy_transaction_id and d.doc_kind = 'cancellationRequest'), '[]') as signatures`)

type DeltaName = Extract<keyof TimelineTransactionItem, `${string}Delta`>
const sums = (one: Row, other: Row): Partial<Row> =>
  Object.fromEntries(
    (Object.keys(one) as (keyof Row)[])
      .filter((key): key is DeltaName => key.endsWith('Delta'))
      .map((key) => [key, one[key] + other[key]]),
  )

const getEndorsement = (row: Row): Endorsement => ({
  policyTransactionId: row.id,
  transactionType: row.transactionType,
  createdAt: row.createdAt,
  effectiveDate: row.effectiveDate,
  transactionNotes: row.transactionNotes ?? '',
  totalPremium: row.totalPremium,
})

/** Returns the transactions of a policy. Endorsements of one group form a single item with their combined changes. */
export async function getTransactionItems(db: Kysely<DB>, policyId: string): Promise<TimelineTransactionItem[]> {
  const { rows } = await sql<Row>`${statement} from policy_transactions t where t.policy_id = ${policyId}
    window terms as (order by t.post_date, t.sequence) order by t.post_date, t.sequence`.execute(db)
  const items = new Map<string, { row: Row; endorsements: Endorsement[] }>()
  for (const row of rows) {
    const key = row.groupId ?? row.id
    const known = items.get(key)
    if (known)
      items.set(key, {
        row: { ...row, ...sums(known.row, row), transactionType: 'Grouped' },
        endorsements: [...known.endorsements, getEndorsement(row)],
      })
    else items.set(key, { row, endorsements: row.groupId ? [getEndorsement(row)] : [] })
  }
  return [...items.values()].map(({ row: { groupId: _, totalPremium: __, ...row }, endorsements }) => ({
    type: 'transaction',
    ...row,
    signatures: shouldHideSignatures(row.transactionType) ? [] : row.signatures,
    endorsements: endorsements.length > 1 ? endorsements : [],
  }))
}
