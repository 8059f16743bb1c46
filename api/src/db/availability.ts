import pg from 'pg'
import { NoFreeConnectionError } from './fair-pool.ts'

/** Node.js error codes for a failed connection. */
const system = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'])
/**
 * PostgreSQL error codes of a server that is starting, stopping, crashed or out of connections. Class 08 covers broken
 * connections.
 */
const server = new Set(['57P01', '57P02', '57P03', '53300'])
/** Matches messages of driver errors that have no code. */
const driverMessages =
  /Connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|Client was closed/

/**
 * Returns whether a query failed because PostgreSQL is unavailable. The API then returns 503, and the caller can retry.
 * Errors from other services, such as S3, do not count.
 */
export function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || '$metadata' in thrown) return false
  const { code } = thrown as { code?: unknown }
  if (typeof code === 'string') return system.has(code) || server.has(code) || /^08...$/.test(code)
  return driverMessages.test(thrown.message)
}

/** PostgreSQL error codes for a lock timeout, a deadlock, a serialization failure and a statement timeout. */
const busy = new Set(['55P03', '40P01', '40001', '57014'])

/**
 * Returns whether a query failed only because of other requests: a lock, a deadlock or no free connection. Nothing was
 * changed, and the caller can retry.
 */
export function isDatabaseBusy(thrown: unknown): boolean {
  if (thrown instanceof NoFreeConnectionError) return true
  return thrown instanceof pg.DatabaseError && busy.has(thrown.code ?? '')
}
