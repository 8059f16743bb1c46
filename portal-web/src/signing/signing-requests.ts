import { type DocumentWithSignatures, TidelineError } from '@tideline/sdk'
import { getPolicyDocuments, recordSigningEvent, signDocuments } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { applyOptimisticSignature } from '../base/optimistic-policy.ts'
import { clearSignatureDraft } from './signature-draft.ts'
import { isSignaturePlaceSigned } from './signature-places.ts'

/** Inserted signatures, ready to be posted to the server. */
export interface PlacedSignatures {
  documents: DocumentWithSignatures[]
  useTextSignature: boolean
  elanyNoticeAccepted: boolean
}

type OfPolicy = { policyNo: string }

/** Adds an event to the signing record in the background. A failure does not interrupt the signer. */
export const recordEventInBackground = (body: OfPolicy & { event: 'opened' | 'viewed'; policyDocId?: string }) => {
  api.call(recordSigningEvent, { body }).catch(() => undefined)
}

export async function recordConsent({ policyNo, version }: OfPolicy & { version: string }): Promise<void> {
  await api.call(recordSigningEvent, { body: { policyNo, event: 'consented', consentVersion: version } })
}

export async function declineToSign({ policyNo, reason }: OfPolicy & { reason: string }): Promise<void> {
  await api.call(recordSigningEvent, { body: { policyNo, event: 'declined', reason } })
}

const isSignedAlready = (error: unknown) => error instanceof TidelineError && error.code === 'already_signed'

/** Returns the documents without the places that the server already lists as signed. */
async function excludeSignedPlaces(policyNo: string, documents: DocumentWithSignatures[]) {
  const { payload } = await api.call(getPolicyDocuments, { path: { policyNo } })
  const slots = payload.policyDocStatus.documentsWithSignatures.flatMap(({ signatures }) => signatures)
  const done = new Set(slots.filter(isSignaturePlaceSigned).map(({ policyDocSignatureId }) => policyDocSignatureId))
  return documents
    .map(({ signatures, ...document }) => ({
      ...document,
      signatures: signatures.filter(({ policyDocSignatureId }) => !done.has(policyDocSignatureId)),
    }))
    .filter(({ signatures }) => signatures.some(({ signedImage }) => signedImage))
}

/**
 * Posts the inserted signatures, then deletes the signature data from this device. Skips places that are already
 * signed, for example in another tab.
 */
export async function postSignatures({ policyNo, documents, ...given }: OfPolicy & PlacedSignatures): Promise<void> {
  const { useTextSignature, elanyNoticeAccepted } = given
  const undoOptimisticSignature = applyOptimisticSignature(policyNo)
  const post = (documentsWithSignatures: DocumentWithSignatures[]) =>
    api.call(signDocuments, {
      body: {
        ...{ policyNo, documentsWithSignatures, isPolicySigned: false, isPolicyPaid: false },
        ...{ useTextSignature, elanyNoticeAccepted },
      },
    })
  try {
    await post(documents).catch(async (error: unknown) => {
      if (!isSignedAlready(error)) throw error
      const left = await excludeSignedPlaces(policyNo, documents)
      if (left.length > 0) await post(left)
    })
  } catch (error) {
    undoOptimisticSignature()
    throw error
  }
  clearSignatureDraft(policyNo)
}
