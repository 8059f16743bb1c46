/**
 * Splits an amount in cents in proportion to the shares. Leftover cents go to the shares with the largest fractions.
 */
export function splitCentsByShare(cents: number, shares: readonly number[]): number[] {
  const total = shares.reduce((sum, share) => sum + share, 0)
  if (total <= 0) return shares.map(() => 0)
  const exact = shares.map((share) => (cents * share) / total)
  const parts = exact.map(Math.floor)
  const order = exact
    .map((part, index) => ({ index, rest: part - Math.floor(part) }))
    .toSorted((a, b) => b.rest - a.rest)
  const open = cents - parts.reduce((sum, part) => sum + part, 0)
  for (const { index } of order.slice(0, open)) parts[index] = (parts[index] ?? 0) + 1
  return parts
}
