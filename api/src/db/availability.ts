import pg from 'pg'
import { NoFreeConnection } from './fair-pool.ts'

/** Node's error codes for a failed connection. */
const system = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'])
/**
 * PostgreSQL's error codes for a server that stops, has crashed, is starting or has no free connection. Class 08 is
 * broken connections.
 */
const server = new Set(['57P01', '57P02', '57P03', '53300'])
/** Messages of driver errors, which have no code. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed/

/**
 * Returns whether a query failed because PostgreSQL is unavailable. The response is then 503, and a retry helps. Errors
 * of other services are wrapped by their callers; S3 errors have `$metadata`.
 */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || '$metadata' in thrown) return false
  const { code } = thrown as { code?: unknown }
  if (typeof code === 'string') return system.has(code) || server.has(code) || /^08...$/.test(code)
  return driverMessages.test(thrown.message)
}

/** PostgreSQL's error codes for a lock timeout, a deadlock, a serialization failure and a statement timeout. */
const busy = new Set(['55P03', '40P01', '40001', '57014'])

/**
 * Returns whether a query failed only because of other requests, which held a lock, caused a deadlock or used all
 * connections. Nothing was changed, and a retry succeeds when they have finished.
 */
export function isDatabaseBusy(thrown: unknown): boolean {
  if (thrown instanceof NoFreeConnection) return true
  return thrown instanceof pg.DatabaseError && busy.has(thrown.code ?? '')
}
