/** Creates a pseudorandom number generator (mulberry32) that returns the same sequence for the same seed. */
export function createRandomGenerator(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const between = (low: number, high: number) => low + below(high - low + 1)
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value
  return { next, below, between, pick }
}

export type RandomGenerator = ReturnType<typeof createRandomGenerator>
