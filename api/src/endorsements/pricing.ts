import { roundCents, type Taxes, taxesOnPremium } from '../taxes/taxes.ts'

export interface Coverage {
  /** A to L. */
  code: string
  limitCents: number
  /** For the term as it stands; null for what is included. */
  premiumCents: number | null
}

export interface Terms {
  coverages: readonly Coverage[]
  deductibleCents: number
}

/** The transaction that the term began with: its premiums are for the whole year, so that they are the rates. */
export interface Rated extends Terms {
  grossCents: number
  taxes: Taxes
}

export interface PriceChange {
  coverages: Coverage[]
  grossCents: number
  taxes: Taxes
}

/**
 * A higher deductible makes the premium lower: one percent per $1,000, at most twenty. Rating is another system's work
 * (decision 29); this is the scale that our own editor prices with.
 */
export const deductibleFactor = (deductibleCents: number) => 1 - Math.min(0.2, deductibleCents / 10_000_000)

const yearly = (rated: Rated, coverage: Pick<Coverage, 'code' | 'limitCents'>, deductibleCents: number) => {
  const first = rated.coverages.find(({ code }) => code === coverage.code)
  if (!first?.premiumCents || !first.limitCents) return 0
  const factor = deductibleFactor(deductibleCents) / deductibleFactor(rated.deductibleCents)
  return (first.premiumCents / first.limitCents) * coverage.limitCents * factor
}

/**
 * What changed limits and another deductible cost, pro rata for the days that are left of the term (decision 29): each
 * coverage at the rate that the term began with, taxes at their share of the premium. Fees and flat charges stay.
 */
export function priceChange(
  rated: Rated,
  now: Terms,
  wanted: { limits: ReadonlyMap<string, number>; deductibleCents: number },
  days: { left: number; ofTerm: number },
): PriceChange {
  const share = Math.max(0, Math.min(1, days.left / days.ofTerm))
  const coverages = now.coverages.map((coverage) => {
    const limitCents = wanted.limits.get(coverage.code) ?? coverage.limitCents
    const change =
      yearly(rated, { ...coverage, limitCents }, wanted.deductibleCents) - yearly(rated, coverage, now.deductibleCents)
    const cents = roundCents(change * share)
    return {
      code: coverage.code,
      limitCents,
      premiumCents: cents ? (coverage.premiumCents ?? 0) + cents : coverage.premiumCents,
      cents,
    }
  })
  const grossCents = coverages.reduce((sum, { cents }) => sum + cents, 0)
  return {
    coverages: coverages.map(({ cents: _, ...coverage }) => coverage),
    grossCents,
    taxes: taxesOnPremium(rated.taxes, rated.grossCents, grossCents),
  }
}
