import { parentPort } from 'node:worker_threads'
import { type SignatureStamp, type SigningRecordContent, stampPdf } from './stamp.ts'

export interface StampJob {
  id: number
  bytes: Uint8Array
  stamps: SignatureStamp[]
  audit: SigningRecordContent | undefined
}

/**
 * Stamps documents in a worker thread. On the main thread, tens of milliseconds of CPU time per document would block
 * requests.
 */
parentPort?.on('message', async ({ id, bytes, stamps, audit }: StampJob) => {
  try {
    parentPort?.postMessage({ id, result: await stampPdf(bytes, stamps, audit) })
  } catch (error) {
    parentPort?.postMessage({ id, error })
  }
})
