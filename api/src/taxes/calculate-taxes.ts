import type { TaxRate, TaxRates } from './tax-rates.ts'
import { type TaxColumn, type Taxes, taxColumnNames } from './taxes.ts'

/** The amounts of a term before taxes, in cents. */
export interface Taxable {
  premiumCents: number
  feeCents: number
}

/** One tax amount, with its base and rate. */
export interface TaxLine {
  column: TaxColumn
  amountCents: number
  /** The base of the rate, in cents; null for a flat amount. */
  baseCents: number | null
  /** The row of `tax_rates`. */
  rate: TaxRate
}

/** The columns of each charge: for the premium, and for the policy fee if the specification has a separate one. */
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
 * Applies a rate to a base, rounded half up to the cent or dollar of the row. Uses integers throughout, so that halves
 * are exact.
 */
function getShare(baseCents: number, rate: TaxRate): number {
  const unit = BigInt(rate.rounding_cents) * 1_000_000n
  return Number((2n * BigInt(baseCents) * BigInt(rate.rate_per_million) + unit) / (2n * unit)) * rate.rounding_cents
}

/**
 * Returns the taxes of a whole term, line by line: each rate of the premium and, if the row says so, of the policy fee,
 * with each line rounded separately. Flat amounts apply once, whatever the premium is. A term that costs nothing (a
 * flat cancellation) has no taxes. Throws RangeError for negative amounts or fractional cents.
 */
export function calculateTaxLines({ rates }: TaxRates, { premiumCents, feeCents }: Taxable): TaxLine[] {
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

/** Adds up amounts by column, in cents. Zero columns are omitted. */
export const sumTaxesByColumn = (lines: readonly Pick<TaxLine, 'column' | 'amountCents'>[]): Taxes =>
  Object.fromEntries(
    taxColumnNames
      .map((name) => [
        name,
        lines.filter(({ column }) => column === name).reduce((sum, { amountCents }) => sum + amountCents, 0),
      ])
      .filter(([, cents]) => cents !== 0),
  )

/**
 * Returns the taxes of a whole term by column. A transaction charges or returns `taxesBetween` the term before and
 * after it (PRI-1), never a rate of its own premium. Otherwise, rounded amounts would not add up over the term, and the
 * tax on a retained fee would change.
 */
export const calculateTaxes = (rates: TaxRates, amounts: Taxable): Taxes =>
  sumTaxesByColumn(calculateTaxLines(rates, amounts))

/** Returns the change of a term's taxes by column; negative where tax is returned. */
export const getTaxDifference = (before: Taxes, after: Taxes): Taxes =>
  Object.fromEntries(
    taxColumnNames.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]).filter(([, cents]) => cents !== 0),
  )
