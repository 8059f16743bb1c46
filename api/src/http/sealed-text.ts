import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Keys } from './secrets.ts'

type SealingKeys = Keys['sealing']

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Says which key sealed, without telling anything about it. */
const getName = (key: Uint8Array) => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** Which row and column a text belongs to: sealed for one it does not open in another. */
export interface SealedPlace {
  row: string
  column: 'tax_id_sealed' | 'bank_account_sealed' | 'second_factor_sealed' | 'webhook_secret' | 'approval_payload'
}

const boundTo = ({ row, column }: SealedPlace) => Buffer.from(`${column}:${row}`)

/** What every text begins with that the first key has sealed. */
export const sealedByFirst = ([key = new Uint8Array()]: SealingKeys): string => `v1.${getName(key)}.`

/** A text as the database keeps it: `v1.<key>.<iv, text and tag>`, by AES-256-GCM with the first key. */
export function seal(keys: SealingKeys, place: SealedPlace, text: string): string {
  const key = keys[0]
  if (!key) throw new Error('There is no key to seal with.')
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(boundTo(place))
  const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `v1.${getName(key)}.${bytes.toString('base64url')}`
}

/** The text that was sealed. Throws when its key is gone, or when it was changed or moved since. */
export function unseal(keys: SealingKeys, place: SealedPlace, sealed: string): string {
  const [, name, content = ''] = sealed.split('.')
  const key = keys.find((one) => getName(one) === name)
  if (!key) throw new Error(`SEALING_KEYS has no key ${name}, which sealed ${place.column} of ${place.row}.`)
  const bytes = Buffer.from(content, 'base64url')
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes)).setAAD(boundTo(place))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
