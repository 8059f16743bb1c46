import { TidelineError } from '@tideline/sdk'
import { uploadDocuments } from '@tideline/sdk/operations'
import { getErrorMessage } from '@tideline/web-kit/errors/api-errors.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { getUploadFailureText, type QueuedUpload } from './upload-queue.ts'

export interface FailedUpload {
  file: string
  text: string
  /** Whether the file is already on the policy. */
  isAlreadyUploaded: boolean
}

/** Delay in milliseconds between the last upload and the reload of the policy's documents. */
const reloadDelayMs = 900

/** Uploads the files one at a time. Returns the failures and the files that remain in the queue. */
export async function uploadFiles(policyNo: string, queue: readonly QueuedUpload[], onDone: (count: number) => void) {
  const failed: FailedUpload[] = []
  const left: QueuedUpload[] = []
  for (const [index, one] of queue.entries()) {
    onDone(index)
    try {
      const file = new File([one.file], one.key, { type: one.file.type })
      const path = { policyNo, docType: one.docTypeId }
      await api.call(uploadDocuments, { path, body: { [one.name.trim()]: file } })
    } catch (error) {
      const isKnown = error instanceof TidelineError && error.status === 409
      failed.push({
        file: one.key,
        text: getUploadFailureText(isKnown, getErrorMessage(error)),
        isAlreadyUploaded: isKnown,
      })
      left.push(one)
    }
  }
  if (left.length < queue.length) await new Promise((resolve) => setTimeout(resolve, reloadDelayMs))
  return { failed, left }
}
