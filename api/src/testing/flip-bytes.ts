/**
 * Yields copies of a text, each with one flipped bit, together with the changed byte's position. The sequence is the
 * same in every run.
 */
export function* getByteFlips(text: string, count: number): Generator<[at: number, flipped: string]> {
  let seed = 20_261_122
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let flip = 0; flip < count; flip++) {
    const bytes = new TextEncoder().encode(text)
    const at = random(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
    yield [at, new TextDecoder().decode(bytes)]
  }
}
