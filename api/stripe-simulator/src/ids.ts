import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Returns `length` random letters and digits. The distribution is slightly uneven, since 256 is not a multiple of 62. A
 * simulator can accept this.
 */
const getRandomCharacters = (length: number) => Array.from(randomBytes(length), (byte) => ALPHABET[byte % 62]).join('')

/** Returns an id in Stripe's format. For example, `createId('pi')` returns `pi_1…`. */
export const createId = (prefix: string) => `${prefix}_1${getRandomCharacters(23)}`

/** Returns a client secret. A browser with this secret can complete one intent. */
export const createClientSecret = (intentId: string) => `${intentId}_secret_${getRandomCharacters(25)}`
