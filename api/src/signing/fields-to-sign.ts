import type { SignatureField } from '../documents/signatures.ts'
import { conflict, forbidden, rejected } from '../http/api-error.ts'
import { getInitials } from './initials.ts'
import { readSignature } from './signature-image.ts'

/** A signature field as the signer sent it. */
export interface SignatureFieldInput {
  policyDocSignatureId: string
  signedByName?: string | null
  signedByInitials?: string | null
  signedImage?: string | null
  signatureImageId?: string | null
}

/** The values to write into a signature field. The image is either new or one that the party used before. */
export interface SignatureFieldToSign {
  slot: SignatureField
  name: string
  initials: string
  image: { png: Uint8Array } | { imageId: string }
}

/**
 * Returns the fields that a party signs with its request. Fields without an image are skipped.
 * @throws ApiError 403 for a field of the other party; 409 for a signed field; 422 for missing or unknown values
 */
export async function getFieldsToSign(
  sent: SignatureFieldInput[],
  slots: SignatureField[],
  party: 1 | 2,
): Promise<SignatureFieldToSign[]> {
  const byId = new Map(slots.map((slot) => [slot.slotId, slot]))
  const wanted = sent.filter((slot) => slot.signedImage || slot.signatureImageId)
  const named = wanted.flatMap((given): { slot: SignatureField; given: SignatureFieldInput; name: string }[] => {
    const slot = byId.get(given.policyDocSignatureId)
    if (!slot)
      throw rejected('unknown_slot', 'policyDocSignatureId: this policy has no such slot.', 'policyDocSignatureId')
    if (slot.party !== party) {
      // Screens send the whole document, so fields that the other party has already signed are skipped.
      if (slot.isSigned) return []
      throw forbidden('You can sign only for your own party.')
    }
    // A signed field that is sent with its existing image is skipped. With a new image it is rejected.
    if (slot.isSigned) {
      if (given.signedImage && !given.signatureImageId)
        throw conflict('already_signed', `${slot.docName} is already signed.`)
      return []
    }
    const name = given.signedByName?.trim() ?? ''
    if (!name) throw rejected('missing_name', 'signedByName: please enter your full name.', 'signedByName')
    return [{ slot, given, name }]
  })
  if (named.length === 0) throw rejected('nothing_to_sign', 'There is no signature to apply.')
  // Reads one image at a time, and an image that is used in several fields only once, to keep the main thread
  // responsive.
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
  const png = known.get(signedImage) ?? (await readSignature(signedImage))
  known.set(signedImage, png)
  return { png }
}

/**
 * Checks that a drawn signature comes with the ELANY notice if New York requires it. Typed signatures do not need it
 * (SIGN-6). Throws 422.
 */
export function requireElanyNotice(
  needed: boolean,
  sent: { useTextSignature?: boolean; elanyNoticeAccepted?: boolean },
) {
  if (needed && !sent.useTextSignature && !sent.elanyNoticeAccepted)
    throw rejected('missing_elany_notice', 'Please confirm that you have read the ELANY notice.', 'elanyNoticeAccepted')
}
