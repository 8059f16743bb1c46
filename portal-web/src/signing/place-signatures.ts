import type { DocumentWithSignatures, PolicySignature } from '@tideline/sdk'
import type { Party } from '@tideline/sdk/words'

/** The signature that is created once for all places. The images are PNG data URLs. */
export interface SignatureInput {
  name: string
  initials: string
  signatureImage: string
  initialsImage: string
  isTyped: boolean
  elanyNoticeAccepted: boolean
}

/** Returns the signature places that a party has not signed yet (SIGN-7). */
export const getUnsignedPlaces = (documents: readonly DocumentWithSignatures[], party: Party): PolicySignature[] =>
  documents.flatMap(({ signatures }) =>
    signatures.filter((slot) => slot.party === party && slot.signatureImageId === null && slot.signedAt === null),
  )

/**
 * Removes places that already have a signature image, and documents that then have no places left (SIGN-7). The signer
 * does not see them again.
 */
export const removeSignedPlaces = (documents: readonly DocumentWithSignatures[]): DocumentWithSignatures[] =>
  documents
    .map((document) => ({
      ...document,
      signatures: document.signatures.filter(({ signatureImageId }) => signatureImageId === null),
    }))
    .filter(({ signatures }) => signatures.length > 0)

const cancellationTypes: readonly number[] = [8, 12]

/** Returns the documents that must be signed for a cancellation. */
export const filterCancellationDocuments = <Document extends { docTypeId: number }>(
  documents: readonly Document[],
): Document[] => documents.filter(({ docTypeId }) => cancellationTypes.includes(docTypeId))

/** Returns the documents with the signature inserted at the places in `placed`. All other places are unchanged. */
export const insertSignature = (
  documents: readonly DocumentWithSignatures[],
  placed: ReadonlySet<string>,
  signature: SignatureInput,
): DocumentWithSignatures[] =>
  documents.map((document) => ({
    ...document,
    signatures: document.signatures.map((slot) =>
      placed.has(slot.policyDocSignatureId)
        ? {
            ...slot,
            signedByName: signature.name,
            signedByInitials: signature.initials,
            signedImage: slot.kind === 'initials' ? signature.initialsImage : signature.signatureImage,
          }
        : slot,
    ),
  }))

/** Checks whether the signature has been inserted in every open place. The Continue button then appears (SIGN-7). */
export const hasPlacedAllSignatures = (open: readonly PolicySignature[], placed: ReadonlySet<string>) =>
  open.every(({ policyDocSignatureId }) => placed.has(policyDocSignatureId))
