import { createHash } from 'node:crypto'
import {
  type Compilable,
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresPoolClient,
  type RawBuilder,
  sql,
} from 'kysely'
import type { ClientBase, Pool } from 'pg'
import type { DB } from './schema.ts'

export const preparedMark = '/* prepared */'

/**
 * Start of a statement that PostgreSQL plans once for each connection: `sql\`${prepared} select …\``. Use it for long
 * statements whose planning takes longer than their execution. Their text must not depend on the values, because a
 * connection keeps the plan of each text.
 */
export const prepared = sql.raw(preparedMark)

/** Names of the prepared statements, by text. */
const names = new Map<string, string>()

function getName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const name = `tideline_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
  names.set(text, name)
  return name
}

/** Makes a connection prepare the statements that start with `prepared`. */
export function prepareMarkedStatements(client: ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.startsWith(preparedMark)
      ? query({ name: getName(text), text, values }, ...rest)
      : query(text, values, ...rest)) as typeof client.query
}

/**
 * Returns a database on the pool that prepares every statement with values. For work that repeats a few hundred
 * statements thousands of times in one transaction, such as loading the demo book.
 */
export function createPreparingDatabase(pool: Pool): Kysely<DB> {
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

/**
 * Runs a query of the query builder as a prepared statement. Use it for short statements of frequent actions, whose text
 * does not depend on the values.
 */
export async function executePrepared<Row>(db: Kysely<DB>, query: Compilable<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile()
  return (await db.executeQuery(CompiledQuery.raw(`${preparedMark} ${text}`, [...parameters]) as CompiledQuery<Row>))
    .rows
}

/** Stands for the value of a query that is compiled before the value is known. */
const placeholder = Symbol('value of a prepared query')

/**
 * Returns a function that runs a query of the query builder with one value as a prepared statement. The query is built and
 * compiled only once, which takes 0.1 ms if it has many columns. Use it for frequent actions.
 */
export function createPreparedQuery<Row>(
  build: (db: Kysely<DB>, value: RawBuilder<string>) => Compilable<Row>,
): (db: Kysely<DB>, value: string) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, value) => {
    compiled ??= build(db, sql`${placeholder}`).compile()
    const parameters = compiled.parameters.map((parameter) => (parameter === placeholder ? value : parameter))
    const query = CompiledQuery.raw(`${preparedMark} ${compiled.sql}`, parameters) as CompiledQuery<Row>
    return (await db.executeQuery(query)).rows
  }
}

/** A prepared statement. Each connection prepares it once under `name`, so the text for a name must never change. */
export interface PreparedStatement {
  name: string
  text: string
}

/** Returns the SQL text of a query that a log function receives. `runPreparedQuery` passes an object in place of a text. */
export const getStatementText = (sql: string | PreparedStatement): string => (typeof sql === 'string' ? sql : sql.text)

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
