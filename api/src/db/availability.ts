import pg from 'pg'
import { NoFreeConnection } from './fair-pool.ts'

/** Of the connection, as Node names them. */
const system = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'])
/** PostgreSQL's own: it stops, has crashed, is starting, or has no connection left. Class 08 are broken connections. */
const server = new Set(['57P01', '57P02', '57P03', '53300'])
/** The driver's, which have no code. */
const said =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed/

/**
 * Whether a query failed because PostgreSQL is away, not because of the query. The answer to the person is then 503, and
 * trying again helps. Other services' errors are wrapped where they are called; S3's carry `$metadata`.
 */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || '$metadata' in thrown) return false
  const { code } = thrown as { code?: unknown }
  if (typeof code === 'string') return system.has(code) || server.has(code) || /^08...$/.test(code)
  return said.test(thrown.message)
}

/** PostgreSQL's codes for a lock that was not granted in time, a deadlock, a serialization failure and a statement that took too long. */
const busy = new Set(['55P03', '40P01', '40001', '57014'])

/**
 * Whether a query failed only because of other calls: they kept a row locked, deadlocked with it, or used all connections.
 * Nothing was changed, and the same call succeeds once they are done.
 */
export function isDatabaseBusy(thrown: unknown): boolean {
  if (thrown instanceof NoFreeConnection) return true
  return thrown instanceof pg.DatabaseError && busy.has(thrown.code ?? '')
}
