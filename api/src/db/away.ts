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
export function isDatabaseAway(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || '$metadata' in thrown) return false
  const { code } = thrown as { code?: unknown }
  if (typeof code === 'string') return system.has(code) || server.has(code) || /^08...$/.test(code)
  return said.test(thrown.message)
}
