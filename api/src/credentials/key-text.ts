import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/config.ts'
import type { ApiKey } from '../db/schema.ts'

export type KeyMode = ApiKey['mode']

/** The one kind of key that a deployment makes and takes: a key of a demonstration opens nothing in production, nor the other way round. */
export const getMode = ({ isProduction }: Pick<Config, 'isProduction'>): KeyMode => (isProduction ? 'live' : 'test')

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'
const form = /^(tideline_(?:test|live)_[a-z0-9]{12})_[A-Za-z0-9_-]{43}$/

/** A key that nobody has: its beginning, by which it is found, and the whole, whose 32 random bytes nobody guesses. */
export function generateKey(mode: KeyMode): { prefix: string; text: string } {
  const name = Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
  const prefix = `tideline_${mode}_${name}`
  return { prefix, text: `${prefix}_${randomBytes(32).toString('base64url')}` }
}

/** Whether a bearer token is meant as a key; sessions' tokens are JWTs, which begin otherwise. */
export const isKeyText = (token: string): boolean => token.startsWith('tideline_')

/** What a key begins with; undefined for what is no key at all. */
export const getPrefix = (token: string): string | undefined => form.exec(token)?.[1]

/** What is kept of a key. Fast on purpose: a secret of 256 random bits needs no slow hash, and each call asks for one. */
export const getHash = (sealing: Uint8Array, text: string): Buffer =>
  createHmac('sha256', sealing).update(`api-key:${text}`).digest()

/** Whether a kept hash is this key's, under any of the sealing keys that are open. */
export const matchesHash = (sealing: readonly Uint8Array[], text: string, kept: Buffer): boolean =>
  sealing.some((key) => timingSafeEqual(getHash(key, text), kept))
