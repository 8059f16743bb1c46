import { type Logger, pino } from 'pino'

/** Paths whose values never reach a log line: secrets, tokens, card and bank data, and what a person signed. */
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

/** The structured log. A request's line holds method, route pattern, status, time and who; never bodies or queries. */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
    },
    // Lines leave together while one is being written: no request waits for the disk. Flushed when the process ends.
    pino.destination({ fd: 1, sync: false }),
  )
