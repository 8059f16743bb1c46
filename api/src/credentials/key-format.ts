import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { ApiKey } from '../db/schema.ts'

export type KeyMode = ApiKey['mode']

/**
 * Returns the mode (live or test) of the keys that this deployment creates and accepts. Live keys work only in
 * production, and test keys work only elsewhere.
 */
export const getKeyMode = ({ isProduction }: Pick<Config, 'isProduction'>): KeyMode => (isProduction ? 'live' : 'test')

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const form = /^(tideline_(?:test|live)_[a-z0-9]{12})_[A-Za-z0-9_-]{43}$/

/** Generates a key. Returns its lookup prefix and the full text, which contains 32 random bytes. */
export function generateApiKey(mode: KeyMode): { prefix: string; text: string } {
  const name = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
  const prefix = `tideline_${mode}_${name}`
  return { prefix, text: `${prefix}_${randomBytes(32).toString('base64url')}` }
}

/** Returns whether a bearer token is an API key. Session tokens are JWTs and start differently. */
export const isApiKey = (token: string): boolean => token.startsWith('tideline_')

/** Returns the lookup prefix of a key, or undefined if the token is not a key. */
export const getKeyPrefix = (token: string): string | undefined => form.exec(token)?.[1]

/**
 * Returns the hash to store for a key. Every request calculates this hash, so the algorithm is fast. A 256-bit random
 * secret does not need a slow hash.
 */
export const hashApiKey = (sealing: Uint8Array, text: string): Buffer =>
  createHmac('sha256', sealing).update(`api-key:${text}`).digest()

/** Returns whether a stored hash matches the API key with any key of SEALING_KEYS. */
export const matchesKeyHash = (sealing: readonly Uint8Array[], text: string, kept: Buffer): boolean =>
  sealing.some((key) => timingSafeEqual(hashApiKey(key, text), kept))
