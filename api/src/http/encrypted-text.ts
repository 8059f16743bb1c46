import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { SecretKeys } from './secrets.ts'

type SealingKeys = SecretKeys['sealing']

const version = 'v1'
const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Returns an identifier of the key. The identifier does not reveal the key. */
const getName = (key: Uint8Array) => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** Row and column of an encrypted text. The text cannot be decrypted for any other row or column. */
export interface EncryptedLocation {
  row: string
  column: 'tax_id_sealed' | 'bank_account_sealed' | 'second_factor_sealed' | 'webhook_secret' | 'approval_payload'
}

const boundTo = ({ row, column }: EncryptedLocation) => Buffer.from(`${column}:${row}`)

/** Returns the prefix of all texts that were encrypted with the first key. */
export const getFirstKeyPrefix = ([key = new Uint8Array()]: SealingKeys): string => `${version}.${getName(key)}.`

/** Encrypts a text with AES-256-GCM and the first key. The format is `v1.<key>.<iv, text and tag>`. */
export function encryptText(keys: SealingKeys, place: EncryptedLocation, text: string): string {
  const key = keys[0]
  if (!key) throw new Error('No encryption key is configured.')
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(boundTo(place))
  const bytes = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${version}.${getName(key)}.${bytes.toString('base64url')}`
}

/** Decrypts a text. Throws if the key is missing, or if the text was modified or copied to another row or column. */
export function decryptText(keys: SealingKeys, place: EncryptedLocation, sealed: string): string {
  const [format, name, content = ''] = sealed.split('.')
  if (format !== version) throw new Error(`${place.column} of ${place.row} is not an encrypted text of ${version}.`)
  const key = keys.find((one) => getName(one) === name)
  if (!key)
    throw new Error(`SEALING_KEYS has no key ${name}, with which ${place.column} of ${place.row} was encrypted.`)
  const bytes = Buffer.from(content, 'base64url')
  const iv = bytes.subarray(0, ivBytes)
  // Without the length, Node.js would accept a shorter tag, which is easier to guess.
  const decipher = createDecipheriv(algorithm, key, iv, { authTagLength: tagBytes }).setAAD(boundTo(place))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
