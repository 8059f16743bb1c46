import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from './schema.ts'

/** Maximum number of rows per delete statement, which limits how long locks are held. */
export const batchSize = 2000

/**
 * Deletes rows in batches. The query selects the rows by `ctid`. Each batch has its own transaction, so writers are not
 * blocked and finished batches stay deleted after a crash. If another transaction changes a row in the meantime, the
 * next run deletes it.
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
 * Deletes all rows with a timestamp before `before`. Keeps rows without a timestamp. The timestamp column needs an
 * index.
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
