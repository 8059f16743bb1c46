import { getElapsedPremiumCents } from '../pricing/elapsed-premium.ts'
import type { PriceSchedule } from '../pricing/term-price.ts'
import { sumTaxes } from '../taxes/taxes.ts'
import type { PolicyTerm } from './read-term.ts'

type Taxed = Pick<PolicyTerm, 'schedule' | 'row' | 'taxesFor'>

/** What the days of a term before `today` earned, in cents: their premium, the policy fee, and the taxes on both. */
export function elapsedChargesCents({ schedule, row, taxesFor }: Taxed, today: string): number {
  const premiumCents = Math.max(0, getElapsedPremiumCents(schedule, today))
  return premiumCents + row.policy_fee_cents + sumTaxes(taxesFor(premiumCents))
}

/** What a change returns for the days before `today`, in cents with taxes; below zero where it charges for them. */
export const elapsedReturnCents = (before: Taxed, after: PriceSchedule, today: string): number =>
  elapsedChargesCents(before, today) - elapsedChargesCents({ ...before, schedule: after }, today)
