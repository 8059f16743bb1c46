import { type Logger, pino } from 'pino'

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

/**
 * Returns a logger without redaction, for lines that contain only known fields without secrets. Redaction would cost
 * more than the line itself.
 */
export const withoutRedaction = (log: Logger): Logger => log.child({}, { redact: [] })

/**
 * Creates the structured log. A request's line contains method, route pattern, status, duration and actor, but never
 * bodies or queries.
 */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
    },
    // Writes lines when 4 KB are buffered or twice a second so that requests never wait for the log. Flushed when the
    // process ends.
    pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 500 }),
  )
