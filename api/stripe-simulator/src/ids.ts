import { randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** `length` random letters and digits. 256 is not a multiple of 62, which is harmless here: ids need to differ, not to be secret. */
const letters = (length: number) => Array.from(randomBytes(length), (byte) => ALPHABET[byte % 62]).join('')

/** An id as Stripe makes them: `newId('pi')` → `pi_1…`. */
export const newId = (prefix: string) => `${prefix}_1${letters(23)}`

/** The secret that lets a browser finish one intent, and nothing else. */
export const newClientSecret = (intentId: string) => `${intentId}_secret_${letters(25)}`
