import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DB, PolicyTransaction } from '../db/schema.ts'
import { taxesOf } from '../taxes/taxes.ts'
import type { Coverage, Rated, Terms } from './pricing.ts'

export const coverageCodes = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'] as const
export type CoverageCode = (typeof coverageCodes)[number]

type Row = Selectable<PolicyTransaction>

export const limitColumn = (code: CoverageCode) =>
  `coverage_${code.toLowerCase() as Lowercase<CoverageCode>}_limit_cents` as const
export const premiumColumn = (code: CoverageCode) =>
  `coverage_${code.toLowerCase() as Lowercase<CoverageCode>}_premium_cents` as const

const coveragesOf = (row: Row): Coverage[] =>
  coverageCodes.flatMap((code) => {
    const limitCents = row[limitColumn(code)]
    return limitCents === null ? [] : [{ code, limitCents, premiumCents: row[premiumColumn(code)] }]
  })

export interface Standing {
  first: Rated
  now: Terms
  /** The newest transaction: the term as it stands. */
  row: Row
}

/** The term as it began and as it stands. */
export async function standingOf(db: Kysely<DB> | Transaction<DB>, policyId: string): Promise<Standing> {
  const rows = await db
    .selectFrom('policy_transactions')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where((where) =>
      where('sequence', 'in', (ends) =>
        ends
          .selectFrom('policy_transactions')
          .select(sql<number>`unnest(array[min(sequence), max(sequence)])`.as('sequence'))
          .where('policy_id', '=', policyId),
      ),
    )
    .orderBy('sequence')
    .execute()
  const [begun] = rows
  const row = rows.at(-1)
  if (!begun || !row) throw new Error(`Policy ${policyId} has no transaction`)
  return {
    first: {
      coverages: coveragesOf(begun),
      deductibleCents: begun.deductible_cents ?? 0,
      grossCents: begun.gross_premium_cents,
      taxes: taxesOf(begun),
    },
    now: { coverages: coveragesOf(row), deductibleCents: row.deductible_cents ?? 0 },
    row,
  }
}
