import type { DocumentWithSignatures, PolicySignature } from '@tideline/sdk'

/** What the signer made once, for all places. The images are PNG data URLs. */
export interface Signature {
  name: string
  initials: string
  signatureImage: string
  initialsImage: string
  isTyped: boolean
  elanyNoticeAccepted: boolean
}

export type Party = 1 | 2

/** The places that a party has still to sign; what carries an image id is done (SIGN-7). */
export const openSlots = (documents: readonly DocumentWithSignatures[], party: Party): PolicySignature[] =>
  documents.flatMap(({ signatures }) =>
    signatures.filter((slot) => slot.party === party && slot.signatureImageId === null && slot.signedAt === null),
  )

/** What is left to sign: places that carry an image, and documents that are done, are not shown again (SIGN-7). */
export const withoutImaged = (documents: readonly DocumentWithSignatures[]): DocumentWithSignatures[] =>
  documents
    .map((document) => ({
      ...document,
      signatures: document.signatures.filter(({ signatureImageId }) => signatureImageId === null),
    }))
    .filter(({ signatures }) => signatures.length > 0)

const cancellationTypes: readonly number[] = [8, 12]

/** The documents that a cancellation is signed with. */
export const cancellationDocuments = <Document extends { docTypeId: number }>(
  documents: readonly Document[],
): Document[] => documents.filter(({ docTypeId }) => cancellationTypes.includes(docTypeId))

/** The places with the signature put in where the signer placed it; every other place stays as it was read. */
export const withSignature = (
  documents: readonly DocumentWithSignatures[],
  placed: ReadonlySet<string>,
  signature: Signature,
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

/** Continue appears when every place of the party has an image (SIGN-7). */
export const canContinue = (open: readonly PolicySignature[], placed: ReadonlySet<string>) =>
  open.every(({ policyDocSignatureId }) => placed.has(policyDocSignatureId))
