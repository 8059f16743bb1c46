import type { Insertable } from 'kysely'
import type { PolicyTransaction } from '../db/schema.ts'
import { toCoverageColumns } from '../policy/coverage-columns.ts'
import type { TermPrice } from '../pricing/term-price.ts'

/** Returns the coverage columns of a transaction. They contain the values at the end of the term. */
export const toTermCoverageColumns = ({
  coverages,
  deductibleCents,
}: Pick<TermPrice, 'coverages' | 'deductibleCents'>): Partial<Insertable<PolicyTransaction>> => ({
  ...toCoverageColumns(coverages),
  tiv_cents: coverages.reduce((sum, { code, limitCents }) => sum + (code < 'C' ? limitCents : 0), 0),
  deductible_cents: deductibleCents,
})
