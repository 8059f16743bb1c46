import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { DB } from '../db/schema.ts'
import { fillSignatureFields, type SignatureField } from '../documents/signatures.ts'
import { createUnprocessableError } from '../http/api-error.ts'
import { type Actor, getAccountId } from '../http/context.ts'
import type { SignatureFieldToSign } from './fields-to-sign.ts'

/** Stores each image once, even if several fields use it. Returns the image ids of the fields, in order. */
async function saveImages(
  trx: Transaction<DB>,
  policyId: string,
  slots: SignatureFieldToSign[],
  style: 'drawn' | 'typed',
) {
  const known = new Map<string, string>()
  const ids: string[] = []
  for (const { slot, image } of slots) {
    if ('imageId' in image) {
      ids.push(await requireOwnImage(trx, policyId, slot, image.imageId))
      continue
    }
    const key = `${slot.kind} ${createHash('sha256').update(image.png).digest('base64')}`
    let id = known.get(key)
    if (!id) {
      const row = await trx
        .insertInto('signature_images')
        .values({ policy_id: policyId, party: slot.party, kind: slot.kind, style, image_png: Buffer.from(image.png) })
        .returning('signature_image_id')
        .executeTakeFirstOrThrow()
      id = row.signature_image_id
      known.set(key, id)
    }
    ids.push(id)
  }
  return ids
}

/** Returns the id of an image that the party has used on this policy before. Throws 422 for any other image. */
async function requireOwnImage(
  trx: Transaction<DB>,
  policyId: string,
  slot: SignatureField,
  imageId: string,
): Promise<string> {
  const row = await trx
    .selectFrom('signature_images')
    .select('signature_image_id')
    .where('signature_image_id', '=', imageId)
    .where('policy_id', '=', policyId)
    .where('party', '=', slot.party)
    .where('kind', '=', slot.kind)
    .executeTakeFirst()
  if (!row)
    throw createUnprocessableError('unknown_image', 'signatureImageId: you have no such signature.', 'signatureImageId')
  return row.signature_image_id
}

/** Stores the images and uses them to sign the fields. */
export async function saveFieldSignatures(
  trx: Transaction<DB>,
  policyId: string,
  slots: SignatureFieldToSign[],
  by: { actor: Actor; now: Date; style: 'drawn' | 'typed' },
): Promise<void> {
  const images = await saveImages(trx, policyId, slots, by.style)
  await fillSignatureFields(
    trx,
    slots.map(({ slot, name, initials }, index) => ({
      slotId: slot.slotId,
      name,
      initials,
      imageId: images[index] ?? null,
    })),
    {
      at: by.now,
      accountId: getAccountId(by.actor),
      identityId: by.actor.kind === 'insured' ? by.actor.identityId : null,
    },
  )
}
