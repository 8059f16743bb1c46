import { refused } from './refusal.ts'

/** Dollars of the wire as integer cents (decision 16). Throws 422 naming the field when there are more than two decimals. */
export function toCents(dollars: number, field: string): number {
  const cents = Math.round(dollars * 100)
  if (Math.abs(dollars * 100 - cents) > 1e-6)
    throw refused('too_many_decimals', `${field}: an amount has at most two decimals.`, field)
  return cents
}

/** Integer cents as dollars of the wire. */
export const toDollars = (cents: number): number => cents / 100
