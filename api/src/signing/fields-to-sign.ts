import type { Party } from '@tideline/sdk/words'
import type { SignatureField } from '../documents/signatures.ts'
import { createConflictError, createForbiddenError, createUnprocessableError } from '../http/api-error.ts'
import { getInitials } from './initials.ts'
import { parseSignatureImage } from './signature-image.ts'

/** A signature field in a signer's request. */
export interface SignatureFieldInput {
  policyDocSignatureId: string
  signedByName?: string | null
  signedByInitials?: string | null
  signedImage?: string | null
  signatureImageId?: string | null
}

/** Values for a signature field. The image is new or was used by the same party before. */
export interface SignatureFieldToSign {
  slot: SignatureField
  name: string
  initials: string
  image: { png: Uint8Array } | { imageId: string }
}

/**
 * Returns the signature fields that the party signs with this request. Skips fields without an image.
 * @throws {ApiError} 403 if a field belongs to the other party; 409 if a field is already signed; 422 if values are
 * missing or unknown
 */
export async function getFieldsToSign(
  sent: SignatureFieldInput[],
  slots: SignatureField[],
  party: Party,
): Promise<SignatureFieldToSign[]> {
  const byId = new Map(slots.map((slot) => [slot.slotId, slot]))
  const wanted = sent.filter((slot) => slot.signedImage || slot.signatureImageId)
  const named = wanted.flatMap((given): { slot: SignatureField; given: SignatureFieldInput; name: string }[] => {
    const slot = byId.get(given.policyDocSignatureId)
    if (!slot)
      throw createUnprocessableError(
        'unknown_signature_field',
        'policyDocSignatureId: this policy has no such signature field.',
        'policyDocSignatureId',
      )
    if (slot.party !== party) {
      // Screens send the whole document, including fields that the other party has signed. These are skipped.
      if (slot.isSigned) return []
      throw createForbiddenError('You can sign only for your own party.')
    }
    // A signed field that is sent again with its existing image is skipped. A signed field with a new image is
    // rejected.
    if (slot.isSigned) {
      if (given.signedImage && !given.signatureImageId)
        throw createConflictError('already_signed', `${slot.docName} is already signed.`)
      return []
    }
    const name = given.signedByName?.trim() ?? ''
    if (!name)
      throw createUnprocessableError('missing_name', 'signedByName: please enter your full name.', 'signedByName')
    return [{ slot, given, name }]
  })
  if (named.length === 0) throw createUnprocessableError('nothing_to_sign', 'There is no signature to apply.')
  // Reads one image at a time so that the main thread stays responsive. An image in several fields is read only once.
  const pictures = new Map<string, Uint8Array>()
  const signed: SignatureFieldToSign[] = []
  for (const { slot, given, name } of named) {
    const initials = given.signedByInitials?.trim() || getInitials(name)
    signed.push({ slot, name, initials, image: await getImage(given, pictures) })
  }
  return signed
}

async function getImage(
  { signedImage, signatureImageId }: SignatureFieldInput,
  known: Map<string, Uint8Array>,
): Promise<SignatureFieldToSign['image']> {
  if (!signedImage) return { imageId: signatureImageId ?? '' }
  const png = known.get(signedImage) ?? (await parseSignatureImage(signedImage))
  known.set(signedImage, png)
  return { png }
}

/**
 * Throws 422 if the signer must accept New York's ELANY notice and has not done so. Only drawn signatures require the
 * notice (SIGN-6).
 */
export function requireElanyNotice(
  needed: boolean,
  sent: { useTextSignature?: boolean; elanyNoticeAccepted?: boolean },
) {
  if (needed && !sent.useTextSignature && !sent.elanyNoticeAccepted)
    throw createUnprocessableError(
      'missing_elany_notice',
      'Please confirm that you have read the ELANY notice.',
      'elanyNoticeAccepted',
    )
}
