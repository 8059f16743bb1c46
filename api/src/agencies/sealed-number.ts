import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Keys } from '../http/secrets.ts'

type SealingKeys = Keys['sealing']

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Says which key sealed, without telling anything about it. */
const nameOf = (key: Uint8Array) => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** Which row and column a number belongs to: sealed for one it does not open in another. */
export interface SealedPlace {
  agencyId: string
  column: 'tax_id_sealed' | 'bank_account_sealed'
}

/** The same of a secret that signs what is sent to an address. */
export interface SecretPlace {
  endpointId: string
  column: 'webhook_secret'
}

type Place = SealedPlace | SecretPlace

const rowOf = (place: Place) => ('agencyId' in place ? place.agencyId : place.endpointId)
const boundTo = (place: Place) => Buffer.from(`${place.column}:${rowOf(place)}`)

/** A number as the database keeps it: `v1.<key>.<iv, text and tag>`, by AES-256-GCM with the first key. */
export function seal(keys: SealingKeys, place: Place, text: string): string {
  const key = keys[0]
  if (!key) throw new Error('There is no key to seal with.')
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(boundTo(place))
  const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${nameOf(key)}.${bytes.toString('base64url')}`
}

/** The number that was sealed. Throws when its key is gone, or when it was changed or moved since. */
export function unseal(keys: SealingKeys, place: Place, sealed: string): string {
  const [, name, content = ''] = sealed.split('.')
  const key = keys.find((one) => nameOf(one) === name)
  if (!key) throw new Error(`SEALING_KEYS has no key ${name}, which sealed a number of ${rowOf(place)}.`)
  const bytes = Buffer.from(content, 'base64url')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes)).setAAD(boundTo(place))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** What anybody is shown: stars for all but the last four digits. */
export const masked = (number: string): string => number.replace(/\d(?=(?:\D*\d){4})/g, '*')

/** Whether this is a number as it was shown, and not one to keep. */
export const isMasked = (number: string): boolean => number.includes('*')

/** The checksum of the American Bankers Association over nine digits: 3, 7, 1, three times over, is a multiple of ten. */
export function isRoutingNumber(text: string): boolean {
  const sum = [...text].reduce((total, digit, place) => total + Number(digit) * ([3, 7, 1][place % 3] ?? 0), 0)
  return /^\d{9}$/.test(text) && text !== '000000000' && sum % 10 === 0
}
