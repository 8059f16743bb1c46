import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Length of a time step in seconds (RFC 6238 §5.2), and the accepted clock difference in time steps. */
const stepSeconds = 30
const toleratedSteps = 1
const recoveryCodeCount = 10
/**
 * Characters in recovery codes. Characters that look alike are excluded. A code of 16 characters has 79 bits of
 * entropy.
 */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const getTotp = (secret: string, issuer = '', label = '') =>
  new TOTP({
    ...{ issuer, label, secret: Secret.fromBase32(secret) },
    ...{ algorithm: 'SHA1', digits: 6, period: stepSeconds },
  })

/** Creates a 160-bit secret in Base32 (RFC 4226 §4). */
export const createTotpSecret = (): string => new Secret({ size: 20 }).base32

/** Returns the otpauth URI that authenticator apps read from a QR code. */
export const getOtpAuthUri = (secret: string, issuer: string, email: string): string =>
  getTotp(secret, issuer, email).toString()

/** Returns the time step of a code: the current step or an adjacent one. Returns undefined if the code is wrong. */
export function findMatchingTimeStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = getTotp(secret).validate({ token: code, timestamp: now.getTime(), window: toleratedSteps })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / stepSeconds) + delta
}

/** Returns the code that an authenticator app shows at the given time. */
export const generateTotpCode = (secret: string, now: Date): string =>
  getTotp(secret).generate({ timestamp: now.getTime() })

/** Normalizes a typed code: removes spaces and hyphens and converts letters to lowercase. */
export const stripCodeFormatting = (code: string): string => code.replace(/[ -]/g, '').toLowerCase()

const recoveryCode = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)] ?? '').join(''),
  ).join('-')

/** Creates recovery codes for log-ins without the authenticator app. */
export const createRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, recoveryCode)

/** Returns the hash of a recovery code for storage. A fast hash is sufficient because a code has 79 bits of entropy. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(stripCodeFormatting(code)).digest('hex')
