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

/** For lines whose every field is named in our code and none is a secret: looking for secrets in them costs more than the line. */
export const withoutRedaction = (log: Logger): Logger => log.child({}, { redact: [] })

/** The structured log. A request's line holds method, route pattern, status, time and who; never bodies or queries. */
export const createLog = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secret.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[hidden]' },
    },
    // Lines leave by the page or twice a second: no request waits or pays for its own write. Flushed when the process ends.
    pino.destination({ fd: 1, sync: false, minLength: 4096, periodicFlush: 500 }),
  )
