import { rejected } from './api-error.ts'

/** Dollars of the wire as integer cents (API-3). Throws 422 naming the field when there are more than two decimals. */
export function toCents(dollars: number, field: string): number {
  // The decimal text decides: a tolerance on dollars * 100 is wrong for amounts in the billions.
  if (Number(dollars.toFixed(2)) !== dollars)
    throw rejected('too_many_decimals', `${field}: an amount has at most two decimals.`, field)
  return Math.round(dollars * 100)
}

/** Integer cents as dollars of the wire. */
export const toDollars = (cents: number): number => cents / 100

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Integer cents as people read them in a sentence: `$1,378.13`. */
export const sayDollars = (cents: number): string => dollars.format(toDollars(cents))
