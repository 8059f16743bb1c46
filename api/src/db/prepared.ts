import { CompiledQuery, Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
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

/**
 * Returns a database on the pool that prepares every statement with values. For work that repeats a few hundred
 * statements thousands of times in one transaction, such as loading the demo book.
 */
export function createPreparingDatabase(pool: pg.Pool): Kysely<DB> {
  const names = new Map<string, string>()
  const getName = (text: string) => {
    const name = names.get(text) ?? `statement_${names.size}`
    names.set(text, name)
    return name
  }
  const connect = async () => {
    const client = await pool.connect()
    const query = (text: string, values: unknown[]) =>
      // Statements that are already prepared are objects (see `runPreparedQuery`).
      typeof text === 'string' && values.length > 0
        ? client.query({ name: getName(text), text, values })
        : client.query(text, values)
    // Closes the connection, because the statements would use memory as long as it is open.
    return { query, release: () => client.release(true) } as unknown as PostgresPoolClient
  }
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect, options: pool.options, end: async () => undefined } }),
  })
}
