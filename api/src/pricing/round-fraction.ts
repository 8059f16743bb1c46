/**
 * Rounds a fraction to the nearest cent, half away from zero, so that a charge and its refund are equal. Uses bigint
 * because the numerator can exceed the precision of a float. The denominator must be positive.
 */
export function roundFraction(numerator: bigint, denominator: bigint): number {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (2n * size + denominator) / (2n * denominator)
  return Number(numerator < 0n ? -rounded : rounded)
}
