/** Numbers from 0 to 1 that follow from a seed, so that a history that goes wrong can be played again. */
export function numbersFrom(seed: number) {
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
