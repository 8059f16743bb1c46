import { getElapsedPremiumCents } from '../pricing/elapsed-premium.ts'
import type { PriceSchedule } from '../pricing/term-price.ts'
import { sumTaxes } from '../taxes/taxes.ts'
import type { PolicyTerm } from './read-term.ts'

type Taxed = Pick<PolicyTerm, 'schedule' | 'row' | 'taxesFor'>

/** Returns the earned charges of a term before `today`, in cents: earned premium, the policy fee and the taxes on both. */
export function getElapsedChargesCents({ schedule, row, taxesFor }: Taxed, today: string): number {
  const premiumCents = Math.max(0, getElapsedPremiumCents(schedule, today))
  return premiumCents + row.policy_fee_cents + sumTaxes(taxesFor(premiumCents))
}

/**
 * Returns the amount that a change refunds for the days before `today`, in cents with taxes. Negative if the change
 * adds a charge for these days.
 */
export const getElapsedReturnCents = (before: Taxed, after: PriceSchedule, today: string): number =>
  getElapsedChargesCents(before, today) - getElapsedChargesCents({ ...before, schedule: after }, today)
