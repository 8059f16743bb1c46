import { randomBytes } from 'node:crypto'
import type { Ctx } from '../http/context.ts'
import { decryptText, type EncryptedLocation, encryptText } from '../http/encrypted-text.ts'
import { reencryptColumn } from '../http/reencrypt-column.ts'
import type { SecretKeys } from '../http/secrets.ts'

/** Generates a secret in the format of Standard Webhooks: 32 random bytes. */
export const generateSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const getLocation = (endpointId: string): EncryptedLocation => ({ row: endpointId, column: 'webhook_secret' })

/** Encrypts a secret for storage. A hash would not be enough, since signing needs the secret. */
export const sealSecret = (keys: Pick<SecretKeys, 'sealing'>, endpointId: string, secret: string): string =>
  encryptText(keys.sealing, getLocation(endpointId), secret)

export const unsealSecret = (keys: Pick<SecretKeys, 'sealing'>, endpointId: string, sealed: string): string =>
  decryptText(keys.sealing, getLocation(endpointId), sealed)

/** Re-encrypts the secrets of all endpoints with the first encryption key. */
export async function resealSecrets(ctx: Pick<Ctx, 'db' | 'keys'>): Promise<void> {
  for (const column of ['secret_sealed', 'old_secret_sealed'])
    await reencryptColumn(ctx, { table: 'webhook_endpoints', id: 'endpoint_id', column, place: 'webhook_secret' })
}
