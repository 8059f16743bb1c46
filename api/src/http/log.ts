import { type DestinationStream, type Logger, pino } from 'pino'

/** Fields whose values are never logged: secrets, tokens, card and bank data, and signatures. */
const secret = [
  'password',
  'newPassword',
  'confirmPassword',
  'Token',
  'token',
  'refreshToken',
  'BankToken',
  'bankToken',
  'CustomerToken',
  'client_secret',
  'clientSecret',
  'signedImage',
  'authorization',
  'cookie',
  'bankAccountNo',
  'bankRoutingNo',
  'taxId',
]

/** Fields of PostgreSQL errors that can contain a complete row, with names and addresses of policyholders. */
const rowData = ['err.detail', 'err.where']

/**
 * Returns a logger that skips redaction, because redacting a line takes longer than writing it. Use it only for lines
 * with known fields and no secrets.
 */
export const disableRedaction = (log: Logger): Logger => log.child({}, { redact: [] })

/** Buffers 4 KB or half a second of lines so that requests never wait for the log. Flushes when the process ends. */
const createBufferedOutput = () => pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 500 })

/**
 * Creates the structured log. The log line of a request contains method, route pattern, status, duration and actor, but
 * never a body or query.
 */
export const createLogger = (level: string, output: DestinationStream = createBufferedOutput()): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: [...secret.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), ...rowData],
        censor: '[hidden]',
      },
    },
    output,
  )
