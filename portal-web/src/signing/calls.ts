import type { DocumentWithSignatures } from '@tideline/sdk'
import { recordSigningEvent, signDocuments } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { showSigned } from '../base/shown-state.ts'
import { dropInk } from './ink.ts'

/** What a signer has placed, ready to be posted. */
export interface Signed {
  documents: DocumentWithSignatures[]
  useTextSignature: boolean
  elanyNoticeAccepted: boolean
}

type OfPolicy = { policyNo: string }

/** The trail of signing is written beside the signer's way and never stands in it. */
export const recordQuietly = (body: OfPolicy & { event: 'opened' | 'viewed'; policyDocId?: string }) => {
  api.call(recordSigningEvent, { body }).catch(() => undefined)
}

export async function recordConsent({ policyNo, version }: OfPolicy & { version: string }): Promise<void> {
  await api.call(recordSigningEvent, { body: { policyNo, event: 'consented', consentVersion: version } })
}

export async function declineToSign({ policyNo, reason }: OfPolicy & { reason: string }): Promise<void> {
  await api.call(recordSigningEvent, { body: { policyNo, event: 'declined', reason } })
}

/** Posts what was placed, in the specification's shape; the device keeps the ink no longer. */
export async function postSignatures({ policyNo, documents, ...given }: OfPolicy & Signed): Promise<void> {
  const { useTextSignature, elanyNoticeAccepted } = given
  const takeBack = showSigned(policyNo)
  const body = {
    ...{ policyNo, documentsWithSignatures: documents, isPolicySigned: false, isPolicyPaid: false },
    ...{ useTextSignature, elanyNoticeAccepted },
  }
  try {
    await api.call(signDocuments, { body })
  } catch (error) {
    takeBack()
    throw error
  }
  dropInk(policyNo)
}
