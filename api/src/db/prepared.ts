import { CompiledQuery, type Kysely } from 'kysely'
import type { DB } from './schema.ts'

/** A statement that each connection prepares once and then knows by its name. The same name is always the same text. */
export interface Prepared {
  name: string
  text: string
}

/**
 * Runs a prepared statement on the database or in the transaction that `db` is. For hot reads only: PostgreSQL saves
 * the parsing and, after a few runs, the planning, so the best plan must not depend on the values.
 */
export async function runPrepared<Row>(db: Kysely<DB>, { name, text }: Prepared, values: unknown[]): Promise<Row[]> {
  // Kysely hands `sql` to pg as it is, and pg takes an object where it takes a text.
  const query = { ...CompiledQuery.raw(text, values), sql: { name, text } as unknown as string }
  const { rows } = await db.executeQuery<Row>(query as CompiledQuery<Row>)
  return rows
}
