/** The lowest possible id. All row ids come after it. */
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Reads rows in batches, sorted by id, until a batch is empty. Only one batch is in memory at a time.
 * @param read reads the rows whose ids follow `after`
 */
export async function* readBatches<Row>(
  read: (after: string) => Promise<Row[]>,
  getId: (row: Row) => string,
): AsyncGenerator<Row[]> {
  let after = firstId
  for (;;) {
    const batch = await read(after)
    const last = batch.at(-1)
    if (last === undefined) return
    yield batch
    after = getId(last)
  }
}
