import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Rows that one statement takes away: no lock is held for longer than their part of a second. */
export const batchSize = 2000

/**
 * Deletes the rows of a table that a query names by `ctid`, so many at a time, each in a transaction of its own: who writes is not held
 * up, and what was done when the process stops is done. A row that somebody changed meanwhile stays for the next time.
 *
 * @param old tells the rows, first those that go first, by an index
 * @returns how many went
 */
export async function deleteInBatches(
  db: Kysely<DB>,
  table: RawBuilder<unknown>,
  old: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  for (let count = 0; ; ) {
    signal?.throwIfAborted()
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where ctid = any(array(${old} limit ${batchSize}))`.execute(db)
    count += Number(numAffectedRows)
    if (numAffectedRows < batchSize) return count
  }
}

/** The same of all rows whose moment, in a column with an index, lies before one; those without a moment stay. */
export const deleteBefore = <Table extends keyof DB>(
  db: Kysely<DB>,
  { table, column }: { table: Table; column: keyof DB[Table] & string },
  before: Date,
  signal?: AbortSignal,
): Promise<number> =>
  deleteInBatches(
    db,
    sql.table(table),
    sql`select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} order by ${sql.ref(column)}`,
    signal,
  )
