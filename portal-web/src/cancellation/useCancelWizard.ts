import type { CancellationSummary, PolicyConfirmation } from '@tideline/sdk'
import {
  cancelPolicy,
  getPolicyDocuments,
  getSigningConsent,
  prepareDocumentsToSign,
  uploadDocuments,
} from '@tideline/sdk/operations'
import { getCancellationOptions } from '@tideline/sdk/query'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { queryClient } from '@tideline/web-kit/session/query-client.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { fromPromise, type SnapshotFrom } from 'xstate'
import { getUploadFailureText } from '../documents/upload-queue.ts'
import { filterCancellationDocuments } from '../signing/place-signatures.ts'
import { declineToSign, postSignatures, recordConsent } from '../signing/signing-requests.ts'
import { type CancelEvent, type CancelInput, cancelWizardMachine } from './cancel.machine.ts'

/** Reloads all data of the policy and returns the status of the cancellation. */
async function reload(policyNo: string): Promise<CancellationSummary> {
  await queryClient.invalidateQueries()
  const { payload } = await queryClient.fetchQuery(getCancellationOptions({ client: api.client, path: { policyNo } }))
  return payload
}

const connected = cancelWizardMachine.provide({
  actors: {
    requestCancellation: fromPromise(async ({ input: { policyNo, request, idempotencyKey } }) => {
      const note = request.notes.trim()
      const { payload } = await api.call(cancelPolicy, {
        body: {
          PolicyNumber: policyNo,
          ReasonCode: request.reasonCode,
          ...(note && { NoteInfo: { Note: note, Private: false } }),
          EffectiveDate: request.effectiveDate ?? new Date().toISOString(),
          ...(request.notifies !== undefined && { SuppressNotification: !request.notifies }),
        },
        headers: { 'Idempotency-Key': idempotencyKey },
      })
      return payload
    }),
    reloadPolicy: fromPromise(({ input }) => reload(input.policyNo)),
    uploadDocuments: fromPromise(async ({ input: { policyNo, slots, files } }) => {
      const [first] = slots
      const chosen = slots.flatMap(({ docTypeId, name }) => {
        const file = files.get(docTypeId)
        return file ? [{ name, file }] : []
      })
      if (!first || chosen.length === 0) return []
      try {
        // All files are uploaded in one request under the first required document type.
        await api.call(uploadDocuments, {
          path: { policyNo, docType: first.docTypeId as 9 },
          body: Object.fromEntries(chosen.map(({ name, file }) => [name, file])),
        })
        return []
      } catch (error) {
        return chosen.map(({ file }) => ({
          file: file.name,
          text: getUploadFailureText(false, getErrorMessage(error)),
        }))
      }
    }),
    fetchRequest: fromPromise(async ({ input: { policyNo } }) => {
      const nothingYet = { documentsWithSignatures: [], isPolicySigned: false, isPolicyPaid: false }
      const [request, { payload: consent }, documents] = await Promise.all([
        api.call(prepareDocumentsToSign, { body: { policyNo, ...nothingYet } }),
        api.call(getSigningConsent),
        api.call(getPolicyDocuments, { path: { policyNo } }),
      ])
      return {
        documents: filterCancellationDocuments(request.payload.documentsWithSignatures),
        consent,
        hasConsented: documents.payload.hasConsented,
      }
    }),
    recordConsent: fromPromise(({ input }) => recordConsent(input)),
    declineToSign: fromPromise(({ input }) => declineToSign(input)),
    signRequest: fromPromise(({ input: { policyNo, signatures } }) => postSignatures({ policyNo, ...signatures })),
  },
})

type CancelSnapshot = SnapshotFrom<typeof connected>

/** The props of every wizard step: the policy, the wizard state, and a function that sends events. */
export interface CancelStepProps {
  policy: PolicyConfirmation
  snapshot: CancelSnapshot
  send: (event: CancelEvent) => void
}

/** Runs the cancel wizard against the API. */
export function useCancelWizard(input: CancelInput) {
  const wizard = useActorRef(connected, { input })
  return { snapshot: useSelector(wizard, (snapshot) => snapshot), send: wizard.send }
}
