/**
 * A fraction to the nearest cent, half away from zero, so that a charge and its return are the same amount. Exact: rates
 * times limits times days are beyond what a float can hold. The denominator is above zero.
 */
export function roundedShare(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = Number((2n * size + denominator) / (2n * denominator))
  return numerator < 0n && rounded !== 0 ? -rounded : rounded
}
