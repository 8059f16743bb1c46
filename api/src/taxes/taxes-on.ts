import type { TaxRate, TaxRates } from './tax-rates.ts'
import { type TaxColumn, type Taxes, taxNames } from './taxes.ts'

/** What a term comes to before taxes, in cents. */
export interface Taxable {
  premiumCents: number
  feeCents: number
}

/** One amount of tax, and what it is made of. */
export interface TaxLine {
  column: TaxColumn
  amountCents: number
  /** What the rate is taken of, in cents; null for a flat amount. */
  baseCents: number | null
  /** The row of `tax_rates`. */
  rate: TaxRate
}

/** The columns of a charge: of the premium, and of the policy fee where the specification has one of its own. */
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

/** A rate of a base, rounded half up to the row's cent or dollar; whole numbers all the way, so that no half gets lost. */
function getShare(baseCents: number, rate: TaxRate): number {
  const unit = BigInt(rate.rounding_cents) * 1_000_000n
  return Number((2n * BigInt(baseCents) * BigInt(rate.rate_per_million) + unit) / (2n * unit)) * rate.rounding_cents
}

/**
 * The taxes of a whole term, line by line: each rate of the premium and, where the row says so, of the policy fee, each line
 * rounded by itself; flat amounts once, whatever the premium is. A term that costs nothing (a flat cancellation) has none. Throws
 * RangeError for amounts that are below zero or not whole cents.
 */
export function taxLinesOn({ rates }: TaxRates, { premiumCents, feeCents }: Taxable): TaxLine[] {
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

/** Amounts by column, cents; columns that come to nothing are left out. */
export const taxesByColumn = (lines: readonly Pick<TaxLine, 'column' | 'amountCents'>[]): Taxes =>
  Object.fromEntries(
    taxNames
      .map((name) => [
        name,
        lines.filter(({ column }) => column === name).reduce((sum, { amountCents }) => sum + amountCents, 0),
      ])
      .filter(([, cents]) => cents !== 0),
  )

/**
 * The taxes of a whole term, by column. What a transaction charges or returns is `taxesBetween` of the term before and after it
 * (PRI-1), never a rate of its own premium: rounding does not add up over a term's life, and a fee's tax and a flat amount
 * stay where the fee stays.
 */
export const taxesOn = (rates: TaxRates, amounts: Taxable): Taxes => taxesByColumn(taxLinesOn(rates, amounts))

/** What a term's taxes move by, column by column; below zero where tax goes back. */
export const taxesBetween = (before: Taxes, after: Taxes): Taxes =>
  Object.fromEntries(
    taxNames.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)]).filter(([, cents]) => cents !== 0),
  )
