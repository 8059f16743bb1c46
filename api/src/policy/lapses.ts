import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { ChargeLine } from '../ledger/ledger.ts'
import { priceTerm } from '../pricing/endorsement.ts'
import type { Coverage, Lapse } from '../pricing/term.ts'
import { getTaxDifference } from '../taxes/calculate-taxes.ts'
import { sumTaxes, type Taxes, toTaxChargeLines } from '../taxes/taxes.ts'
import type { PolicyTerm } from './read-term.ts'

/**
 * SQL for the lapses of policy `p` as JSON, oldest first: the days between a cancellation and a later effective date of
 * its reinstatement (DEL-26).
 */
export const lapsesSql = `(select coalesce(json_agg(json_build_object('from', c.effective_date, 'to', r.effective_date)
      order by r.sequence), '[]')
    from policy_transactions r
    join policy_transactions c on c.policy_id = r.policy_id and c.policy_transaction_id = r.reverses_transaction_id
    join transaction_types y on y.transaction_type = c.transaction_type
    where r.policy_id = p.policy_id and r.transaction_type = 'RI' and y.kind = 'cancel'
      and r.effective_date > c.effective_date)`

/** Returns the lapses of a policy, oldest first. */
export async function readLapses(db: Kysely<DB>, policyId: string): Promise<Lapse[]> {
  const { rows } = await sql<{ lapses: Lapse[] }>`
    select ${sql.raw(lapsesSql)} as lapses from policies p where p.policy_id = ${policyId}`.execute(db)
  return rows[0]?.lapses ?? []
}

/** Charges for the days of a lapse, which a reinstatement does not charge again. Amounts are in cents. */
export interface LapseCharges {
  premiumCents: number
  taxes: Taxes
  totalCents: number
  /** Coverages of the term with their premiums after the lapse. */
  coverages: readonly Coverage[]
}

/** Calculates the charges for the days of a lapse (DEL-27). The policy fee and the minimum earned premium are not reduced. */
export function calculateLapseCharges(
  { begun, changes, price, taxesFor }: Pick<PolicyTerm, 'begun' | 'changes' | 'price' | 'taxesFor'>,
  lapse: Lapse,
): LapseCharges {
  const after = priceTerm({ ...begun, lapses: [...(begun.lapses ?? []), lapse] }, changes).price
  const premiumCents = price.premiumCents - after.premiumCents
  const taxes = getTaxDifference(taxesFor(after.premiumCents), taxesFor(price.premiumCents))
  return { premiumCents, taxes, totalCents: premiumCents + sumTaxes(taxes), coverages: after.coverages }
}

/** Converts the charges for a lapse to invoice lines that reduce a reinstatement. */
export const toLapseLines = ({ premiumCents, taxes }: Pick<LapseCharges, 'premiumCents' | 'taxes'>): ChargeLine[] =>
  [
    { charge: 'premium_written' as const, description: 'Premium', amountCents: premiumCents },
    ...toTaxChargeLines(taxes),
  ].map(({ charge, description, amountCents }) => ({
    charge,
    description: `Lapse in coverage: ${description}`,
    amountCents: 0 - amountCents,
  }))
