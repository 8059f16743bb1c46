import { CompiledQuery, type Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** A statement that each connection prepares once under its name. A name must always have the same text. */
export interface PreparedStatement {
  name: string
  text: string
}

/**
 * Runs a prepared statement on a database or transaction. Only for frequent reads: PostgreSQL skips parsing and, after
 * a few runs, planning, so the best plan must not depend on the values.
 */
export async function runPrepared<Row>(
  db: Kysely<DB>,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  // Kysely passes `sql` to pg unchanged, and pg accepts an object instead of a text.
  const query = { ...CompiledQuery.raw(text, values), sql: { name, text } as unknown as string }
  const { rows } = await db.executeQuery<Row>(query as CompiledQuery<Row>)
  return rows
}
