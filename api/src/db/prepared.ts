import { CompiledQuery, type Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** A prepared statement. Each connection prepares it once under `name`, so the text for a name must never change. */
export interface PreparedStatement {
  name: string
  text: string
}

/**
 * Runs a prepared statement on a database or transaction. PostgreSQL then skips parsing and, after a few runs,
 * planning. Use it only for frequent reads whose best plan does not depend on the values.
 */
export async function runPreparedQuery<Row>(
  db: Kysely<DB>,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  // Kysely passes `sql` to pg unchanged, and pg accepts an object in place of a text.
  const query = { ...CompiledQuery.raw(text, values), sql: { name, text } as unknown as string }
  const { rows } = await db.executeQuery<Row>(query as CompiledQuery<Row>)
  return rows
}
