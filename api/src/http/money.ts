import { createUnprocessableError } from './api-error.ts'

/** Converts dollars to integer cents (API-3). Throws 422 with the field if there are more than two decimals. */
export function toCents(dollars: number, field: string): number {
  // Compares the decimal text. A check that `dollars * 100` is almost an integer fails for amounts in the billions.
  if (Number(dollars.toFixed(2)) !== dollars)
    throw createUnprocessableError('too_many_decimals', `${field}: an amount has at most two decimals.`, field)
  return Math.round(dollars * 100)
}

export const toDollars = (cents: number): number => cents / 100

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Formats integer cents as dollars: `$1,378.13`. */
export const formatDollars = (cents: number): string => dollars.format(toDollars(cents))
