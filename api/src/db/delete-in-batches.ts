import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Maximum number of rows per delete statement, which limits how long locks are held. */
export const batchSize = 2000

/**
 * Deletes the rows that a query selects by `ctid`, in batches. Each batch has its own transaction so that writers are
 * not blocked. Finished batches stay deleted if the process stops. Rows that another transaction changes in the
 * meantime are deleted in the next run.
 *
 * @param old selects the rows through an index, oldest first
 * @returns the number of deleted rows
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

/**
 * Deletes all rows whose timestamp is before `before`. The timestamp column needs an index. Rows without a timestamp
 * are kept.
 */
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
