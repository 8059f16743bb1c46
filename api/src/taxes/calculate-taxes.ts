import type { TaxRate, TaxRates } from './select-tax-rates.ts'
import { type TaxColumn, type Taxes, taxColumnNames } from './taxes.ts'

/** Amounts of a term before taxes, in cents. */
export interface TaxableAmounts {
  premiumCents: number
  feeCents: number
}

/** A tax amount with its base and rate. */
export interface TaxLine {
  column: TaxColumn
  amountCents: number
  /** Amount to which the rate applies, in cents. Null for a flat amount. */
  baseCents: number | null
  /** Row of `tax_rates` that was applied. */
  rate: TaxRate
}

/**
 * Tax columns for each charge: the tax on the premium and the tax on the policy fee. Both taxes share one column if the
 * specification does not separate them.
 */
const columnsOf: Record<TaxRate['charge'], readonly [premium: TaxColumn, fee: TaxColumn]> = {
  surplusTax: ['surplus_tax_policy_premium_cents', 'surplus_tax_policy_fee_cents'],
  stampingFee: ['stamping_fees_policy_premium_cents', 'stamping_fees_policy_fee_cents'],
  mwua: ['mwua_policy_premium_cents', 'mwua_policy_fee_cents'],
  transactionFee: ['transaction_fee_policy_premium_cents', 'transaction_fee_policy_fee_cents'],
  emergencyFund: ['emergency_fund_surcharge_cents', 'emergency_fund_surcharge_cents'],
  fireman: ['fireman_tax_cents', 'fireman_tax_cents'],
  municipal: ['municipal_tax_cents', 'municipal_tax_cents'],
  maintenance: ['maintenance_assessment_cents', 'maintenance_assessment_cents'],
}

/**
 * Applies a rate to a base amount. Rounds half up to the cent or dollar, as the rate's row requires. Uses integers so
 * that halves are exact.
 */
function getShare(baseCents: number, rate: TaxRate): number {
  const unit = BigInt(rate.rounding_cents) * 1_000_000n
  return Number((2n * BigInt(baseCents) * BigInt(rate.rate_per_million) + unit) / (2n * unit)) * rate.rounding_cents
}

/**
 * Returns the taxes of a whole term, line by line. Each rate applies to the premium and, if its row requires it, to the
 * policy fee. Each line is rounded separately. Throws RangeError if an amount is negative or has fractional cents.
 */
export function calculateTaxLines({ rates }: TaxRates, { premiumCents, feeCents }: TaxableAmounts): TaxLine[] {
  if ([premiumCents, feeCents].some((cents) => !Number.isSafeInteger(cents) || cents < 0))
    throw new RangeError(`A term has no taxes on ${premiumCents} and ${feeCents} cents`)
  if (premiumCents + feeCents === 0) return []
  const lines = rates.flatMap((rate): TaxLine[] => {
    const [ofPremium, ofFee] = columnsOf[rate.charge]
    if (rate.flat_cents > 0) return [{ column: ofPremium, amountCents: rate.flat_cents, baseCents: null, rate }]
    const line = (column: TaxColumn, baseCents: number) => ({
      column,
      baseCents,
      rate,
      amountCents: getShare(baseCents, rate),
    })
    return [line(ofPremium, premiumCents), ...(rate.applies_to_fee ? [line(ofFee, feeCents)] : [])]
  })
  return lines.filter(({ amountCents }) => amountCents !== 0)
}

/** Sums amounts by column, in cents. Columns with a sum of zero are omitted. */
const sumTaxesByColumn = (lines: readonly Pick<TaxLine, 'column' | 'amountCents'>[]): Taxes =>
  Object.fromEntries(
    taxColumnNames
      .map((name) => [
        name,
        lines.filter(({ column }) => column === name).reduce((sum, { amountCents }) => sum + amountCents, 0),
      ])
      .filter(([, cents]) => cents !== 0),
  )

/**
 * Returns the taxes of a whole term by column. A transaction charges the difference between the term's taxes before and
 * after (`getTaxDifference`, PRI-1), so rounded amounts add up over the term.
 */
export const calculateTaxes = (rates: TaxRates, amounts: TaxableAmounts): Taxes =>
  sumTaxesByColumn(calculateTaxLines(rates, amounts))

/** Returns the change in a term's taxes by column. Negative if tax is returned. */
export const getTaxDifference = (before: Taxes, after: Taxes): Taxes =>
  Object.fromEntries(
    taxColumnNames.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]).filter(([, cents]) => cents !== 0),
  )
