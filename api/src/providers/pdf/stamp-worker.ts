import { parentPort } from 'node:worker_threads'
import { type Audit, type Stamp, stampPdf } from './stamp.ts'

export interface StampJob {
  id: number
  bytes: Uint8Array
  stamps: Stamp[]
  audit: Audit | undefined
}

/** Stamping takes tens of milliseconds of pure computing: in here it does not keep requests waiting. */
parentPort?.on('message', async ({ id, bytes, stamps, audit }: StampJob) => {
  try {
    parentPort?.postMessage({ id, result: await stampPdf(bytes, stamps, audit) })
  } catch (error) {
    parentPort?.postMessage({ id, error })
  }
})
