/** Creates a generator of random numbers from 0 to 1. The same seed returns the same numbers, so that a failed history can be repeated. */
export function createRandom(seed: number) {
  let state = (seed * 7919 + 1) % 2_147_483_647
  return () => {
    state = (state * 48_271 + 11) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export const sum = (amounts: readonly number[]): number => amounts.reduce((all, cents) => all + cents, 0)
export const toDollars = (cents: number): number => cents / 100
export const toCents = (dollars: number): number => Math.round(dollars * 100)
export const formatMoney = (cents: number): string => `$${(cents / 100).toFixed(2)}`
