import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Returns `length` random letters and digits. 256 is not a multiple of 62, so they are not uniform, which is fine
 * because IDs must be unique, not secret.
 */
const getRandomCharacters = (length: number) => Array.from(randomBytes(length), (byte) => ALPHABET[byte % 62]).join('')

/** Returns an ID in Stripe's format: `newId('pi')` returns `pi_1…`. */
export const createId = (prefix: string) => `${prefix}_1${getRandomCharacters(23)}`

/** Returns a client secret, which lets a browser complete one intent. */
export const createClientSecret = (intentId: string) => `${intentId}_secret_${getRandomCharacters(25)}`
