import type { Selectable } from 'kysely'
import type { PolicyTransaction } from '../db/schema.ts'
import type { Coverage } from '../pricing/term.ts'

export const coverageCodes = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L'] as const
type CoverageCode = (typeof coverageCodes)[number]

const limitColumn = (code: CoverageCode) =>
  `coverage_${code.toLowerCase() as Lowercase<CoverageCode>}_limit_cents` as const
const premiumColumn = (code: CoverageCode) =>
  `coverage_${code.toLowerCase() as Lowercase<CoverageCode>}_premium_cents` as const

/** The coverages that a transaction's row has. */
export const coveragesOf = (row: Selectable<PolicyTransaction>): Coverage[] =>
  coverageCodes.flatMap((code) => {
    const limitCents = row[limitColumn(code)]
    return limitCents === null ? [] : [{ code, limitCents, premiumCents: row[premiumColumn(code)] }]
  })

/** Coverages as columns of a transaction. */
export const columnsOfCoverages = (coverages: readonly Coverage[]) =>
  Object.fromEntries(
    coverages.flatMap(({ code, limitCents, premiumCents }) => [
      [limitColumn(code as CoverageCode), limitCents] as const,
      [premiumColumn(code as CoverageCode), premiumCents] as const,
    ]),
  ) as Record<ReturnType<typeof limitColumn>, number> & Record<ReturnType<typeof premiumColumn>, number | null>
