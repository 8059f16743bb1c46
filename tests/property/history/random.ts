/** Returns random numbers from 0 to 1 that depend on a seed, so that a failing history can be replayed. */
export function createRandom(seed: number) {
  let state = (seed * 7919 + 1) % 2_147_483_647
  return () => {
    state = (state * 48_271 + 11) % 2_147_483_647
    return state / 2_147_483_647
  }
}

export const sum = (amounts: readonly number[]): number => amounts.reduce((all, cents) => all + cents, 0)
export const dollars = (cents: number): number => cents / 100
export const cents = (dollars: number): number => Math.round(dollars * 100)
export const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`
