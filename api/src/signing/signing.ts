import type { Slot } from '../documents/signatures.ts'
import { conflict, forbidden, rejected } from '../http/api-error.ts'
import { getInitials } from './initials.ts'
import { readSignature } from './signature-picture.ts'

/** A slot as the signer sent it. */
export interface SentSlot {
  policyDocSignatureId: string
  signedByName?: string | null
  signedByInitials?: string | null
  signedImage?: string | null
  signatureImageId?: string | null
}

/** What is to be written into a slot: a new picture, or one that the party has used before. */
export interface SlotToSign {
  slot: Slot
  name: string
  initials: string
  image: { png: Uint8Array } | { imageId: string }
}

/**
 * Which slots a party signs with what it sent. Slots without a picture are left as they are. Throws what the contract
 * promises: 403 for the other party's slot, 409 for one that is signed, 422 for what is missing or unknown.
 */
export async function slotsToSign(sent: SentSlot[], slots: Slot[], party: 1 | 2): Promise<SlotToSign[]> {
  const byId = new Map(slots.map((slot) => [slot.slotId, slot]))
  const wanted = sent.filter((slot) => slot.signedImage || slot.signatureImageId)
  const named = wanted.flatMap((given): { slot: Slot; given: SentSlot; name: string }[] => {
    const slot = byId.get(given.policyDocSignatureId)
    if (!slot)
      throw rejected('unknown_slot', 'policyDocSignatureId: this policy has no such slot.', 'policyDocSignatureId')
    if (slot.party !== party) {
      // A screen sends the whole document back: what the other party has signed is not signed again.
      if (slot.isSigned) return []
      throw forbidden('You can sign only for your own party.')
    }
    // Sent back with the picture it has: nothing to do. With a new one: refused.
    if (slot.isSigned) {
      if (given.signedImage && !given.signatureImageId)
        throw conflict('already_signed', `${slot.docName} is signed already.`)
      return []
    }
    const name = given.signedByName?.trim() ?? ''
    if (!name) throw rejected('missing_name', 'signedByName: please enter your full name.', 'signedByName')
    return [{ slot, given, name }]
  })
  if (named.length === 0) throw rejected('nothing_to_sign', 'There is no signature to apply.')
  // One after the other, and a picture that stands in many slots once: the thread that answers others is not kept busy.
  const pictures = new Map<string, Uint8Array>()
  const signed: SlotToSign[] = []
  for (const { slot, given, name } of named) {
    const initials = given.signedByInitials?.trim() || getInitials(name)
    signed.push({ slot, name, initials, image: await getImage(given, pictures) })
  }
  return signed
}

async function getImage(
  { signedImage, signatureImageId }: SentSlot,
  known: Map<string, Uint8Array>,
): Promise<SlotToSign['image']> {
  if (!signedImage) return { imageId: signatureImageId ?? '' }
  const png = known.get(signedImage) ?? (await readSignature(signedImage))
  known.set(signedImage, png)
  return { png }
}

/** Drawn signatures on New York property need the ELANY notice; typed ones do not (SIGN-6). Throws 422. */
export function requireElanyNotice(
  needed: boolean,
  sent: { useTextSignature?: boolean; elanyNoticeAccepted?: boolean },
) {
  if (needed && !sent.useTextSignature && !sent.elanyNoticeAccepted)
    throw rejected('missing_elany_notice', 'Please confirm that you have read the ELANY notice.', 'elanyNoticeAccepted')
}
