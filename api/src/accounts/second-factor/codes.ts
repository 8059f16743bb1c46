import { createHash, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** Length of a step in seconds (RFC 6238 §5.2), and how many steps a clock may be off either way. */
const stepSeconds = 30
const toleratedSteps = 1
const recoveryCodeCount = 10
/** Letters and digits that are not taken for each other; a code of 16 is as good as 79 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const getTotp = (secret: string, issuer = '', label = '') =>
  new TOTP({
    ...{ issuer, label, secret: Secret.fromBase32(secret) },
    ...{ algorithm: 'SHA1', digits: 6, period: stepSeconds },
  })

/** A new secret of 160 bits in base32 (RFC 4226 §4). */
export const newSecret = (): string => new Secret({ size: 20 }).base32

/** The secret with its names, as apps read it out of a QR code. */
export const getOtpAuthUri = (secret: string, issuer: string, email: string): string =>
  getTotp(secret, issuer, email).toString()

/** The step whose code this is, now or one step aside; nothing when it is no such code. */
export function getStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const delta = getTotp(secret).validate({ token: code, timestamp: now.getTime(), window: toleratedSteps })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / stepSeconds) + delta
}

/** The code that an app shows at that moment. */
export const codeAt = (secret: string, now: Date): string => getTotp(secret).generate({ timestamp: now.getTime() })

/** What was typed, without what does not matter: spaces, hyphens, capitals. */
export const stripCodeFormatting = (code: string): string => code.replace(/[ -]/g, '').toLowerCase()

const recoveryCode = () =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => letters[randomInt(letters.length)] ?? '').join(''),
  ).join('-')

/** Codes for when the device is not at hand. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, recoveryCode)

/** What is kept of a recovery code. With 79 bits it needs no slow hash. */
export const getHash = (code: string): string => createHash('sha256').update(stripCodeFormatting(code)).digest('hex')
