import { randomBytes } from 'node:crypto'
import { type SealedPlace, seal, unseal } from '../http/sealed-text.ts'
import type { Keys } from '../http/secrets.ts'

/** A secret as Standard Webhooks writes it: 32 random bytes. */
export const drawSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

const placeOf = (endpointId: string): SealedPlace => ({ row: endpointId, column: 'webhook_secret' })

/** A secret as the database keeps it: it has to be read again to sign. */
export const sealSecret = (keys: Pick<Keys, 'sealing'>, endpointId: string, secret: string): string =>
  seal(keys.sealing, placeOf(endpointId), secret)

export const unsealSecret = (keys: Pick<Keys, 'sealing'>, endpointId: string, sealed: string): string =>
  unseal(keys.sealing, placeOf(endpointId), sealed)
