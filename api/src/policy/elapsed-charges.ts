import { getElapsedPremiumCents } from '../pricing/elapsed-premium.ts'
import { getCarriedMinimumCents, getMinimumEarnedPremiumCents, type PriceSchedule } from '../pricing/term-price.ts'
import { sumTaxes } from '../taxes/taxes.ts'
import type { PolicyTerm } from './read-term.ts'

type Taxed = Pick<PolicyTerm, 'schedule' | 'row' | 'taxesFor'>

/** Returns a premium with the policy fee and the taxes on both, in cents. */
const addFeeAndTaxes = ({ row, taxesFor }: Taxed, premiumCents: number): number =>
  premiumCents + row.policy_fee_cents + sumTaxes(taxesFor(premiumCents))

/** Returns the earned charges of a term before `today`, in cents: earned premium, the policy fee and the taxes on both. */
export const getElapsedChargesCents = (term: Taxed, today: string): number =>
  addFeeAndTaxes(term, Math.max(0, getElapsedPremiumCents(term.schedule, today)))

/** Returns the minimum earned premium of a term that has started, with the policy fee and the taxes, in cents (PRI-3). */
export const getMinimumChargesCents = (term: Taxed): number =>
  addFeeAndTaxes(term, getMinimumEarnedPremiumCents(term.schedule))

/** Returns the carried minimum of a term that has not started, with its taxes, in cents (PRI-9). */
export function getCarriedChargesCents({ schedule, taxesFor }: Taxed): number {
  const premiumCents = getCarriedMinimumCents(schedule)
  return premiumCents + sumTaxes(taxesFor(premiumCents)) - sumTaxes(taxesFor(0))
}

/**
 * Returns the amount that a change refunds for the days before `today`, in cents with taxes. Negative if the change
 * adds a charge for these days.
 */
export const getElapsedReturnCents = (before: Taxed, after: PriceSchedule, today: string): number =>
  getElapsedChargesCents(before, today) - getElapsedChargesCents({ ...before, schedule: after }, today)
