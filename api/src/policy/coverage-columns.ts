import type { Selectable } from 'kysely'
import { type CoverageLetter, coverageLetters } from '../catalog/coverages.ts'
import type { PolicyTransaction } from '../db/schema.ts'
import type { Coverage } from '../pricing/term.ts'

const limitColumn = (code: CoverageLetter) =>
  `coverage_${code.toLowerCase() as Lowercase<CoverageLetter>}_limit_cents` as const
const premiumColumn = (code: CoverageLetter) =>
  `coverage_${code.toLowerCase() as Lowercase<CoverageLetter>}_premium_cents` as const

/** Returns the coverages of a transaction row. */
export const getCoverages = (row: Selectable<PolicyTransaction>): Coverage[] =>
  coverageLetters.flatMap((code) => {
    const limitCents = row[limitColumn(code)]
    return limitCents === null ? [] : [{ code, limitCents, premiumCents: row[premiumColumn(code)] }]
  })

/** Converts coverages to transaction columns. */
export const toCoverageColumns = (coverages: readonly Coverage[]) =>
  Object.fromEntries(
    coverages.flatMap(({ code, limitCents, premiumCents }) => [
      [limitColumn(code as CoverageLetter), limitCents] as const,
      [premiumColumn(code as CoverageLetter), premiumCents] as const,
    ]),
  ) as Record<ReturnType<typeof limitColumn>, number> & Record<ReturnType<typeof premiumColumn>, number | null>
