import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import pg from 'pg'
import { FairPool } from './fair-pool.ts'
import { pipelineMarkedStatements } from './pipeline.ts'
import { prepareMarkedStatements } from './prepared-statement.ts'
import type { DB } from './schema.ts'

export interface DatabaseOptions {
  /** Maximum number of connections per process. The database must allow this many for every process. */
  connections?: number
  /** Maximum duration of a statement, in milliseconds. */
  statementTimeoutMs?: number
  /** How long a statement waits for a lock, in milliseconds. */
  lockTimeoutMs?: number
  /** How long a query waits for a free connection, in milliseconds. */
  connectionTimeoutMs?: number
  /** Receives each statement after it has ended. */
  log?: ((event: LogEvent) => void) | undefined
}

const { builtins } = pg.types

/**
 * Parsers for PostgreSQL values. Dates stay `YYYY-MM-DD` strings. A bigint becomes a number, and the parser throws if
 * the number would not be exact.
 */
const parsers: Partial<Record<number, (text: string) => unknown>> = {
  [builtins.DATE]: (text) => text,
  [builtins.INT8]: (text) => {
    const value = Number(text)
    if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a safe integer`)
    return value
  },
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text') =>
    (format !== undefined && format !== 'text' ? undefined : parsers[id]) ??
    pg.types.getTypeParser(id, format)) as pg.CustomTypesConfig['getTypeParser'],
}

export const createPool = (url: string, options: DatabaseOptions = {}): pg.Pool => {
  const pool = new FairPool({
    connectionString: url,
    max: options.connections ?? 10,
    types,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    idle_in_transaction_session_timeout: 30_000,
    lock_timeout: options.lockTimeoutMs ?? 10_000,
    application_name: 'tideline',
    pipeline: true,
  })
  // The pool replaces a broken connection, and only the query on that connection fails. Without these listeners, the
  // error would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('connect', prepareMarkedStatements)
  pool.on('connect', pipelineMarkedStatements)
  return pool
}

export interface Database {
  db: Kysely<DB>
  pool: pg.Pool
  close: () => Promise<void>
}

export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const pool = createPool(url, options)
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...(options.log && { log: options.log }) })
  return {
    db,
    pool,
    close: () => db.destroy(),
  }
}
