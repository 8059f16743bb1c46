import { type Coverage, priceChange } from '../../endorsements/pricing.ts'
import type { Standing } from '../../endorsements/terms.ts'
import type { TermPrice } from '../../policy/bind-term.ts'
import type { Taxes } from '../../taxes/taxes.ts'

/** What a whole term costs, and of that each coverage, in cents. */
export interface YearlyPrice extends TermPrice {
  coverages: Coverage[]
}

const addTaxes = (one: Taxes, other: Taxes): Taxes => {
  const names = [...Object.keys(one), ...Object.keys(other)] as (keyof Taxes)[]
  return Object.fromEntries(names.map((name) => [name, (one[name] ?? 0) + (other[name] ?? 0)]))
}

/**
 * A whole year of the coverage as it stands, at the rates that the old term began with: endorsements were charged for a
 * part of the year only (decision 29).
 */
export function yearlyPrice({
  first,
  now,
  row,
}: Pick<Standing, 'first' | 'now'> & { row: { policy_fee_cents: number } }): YearlyPrice {
  const limits = new Map(now.coverages.map(({ code, limitCents }) => [code, limitCents]))
  const change = priceChange(first, first, { limits, deductibleCents: now.deductibleCents }, { left: 1, ofTerm: 1 })
  const grossCents = first.grossCents + change.grossCents
  const taxes = addTaxes(first.taxes, change.taxes)
  const feeCents = row.policy_fee_cents
  return { coverages: change.coverages, grossCents, feeCents, taxes }
}
