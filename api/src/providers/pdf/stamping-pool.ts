import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SignatureStamp, SigningRecordContent, StampedPdf } from './stamp.ts'
import type { StampJob } from './stamp-worker.ts'

interface Waiting {
  resolve: (stamped: StampedPdf) => void
  reject: (error: Error) => void
}

interface StampWorker {
  worker: Worker
  waiting: Map<number, Waiting>
}

type Reply = { id: number; result: StampedPdf; error?: undefined } | { id: number; error: Error }

const SCRIPT = new URL('./stamp-worker.ts', import.meta.url)

/**
 * Creates a pool of worker threads for stamping. Threads start on demand. A thread that died is replaced for the next
 * job.
 */
export function createStampingPool(size = Math.max(1, Math.min(4, availableParallelism() - 1))) {
  const workers: StampWorker[] = []
  let lastId = 0

  const startWorker = (): StampWorker => {
    const hand: StampWorker = { worker: new Worker(SCRIPT), waiting: new Map() }
    const settle = (reply: Reply) => {
      const job = hand.waiting.get(reply.id)
      hand.waiting.delete(reply.id)
      if (hand.waiting.size === 0) hand.worker.unref()
      if (reply.error) job?.reject(reply.error)
      else job?.resolve(reply.result)
    }
    const removeWorker = (error: Error) => {
      const place = workers.indexOf(hand)
      if (place >= 0) workers.splice(place, 1)
      for (const job of hand.waiting.values()) job.reject(error)
      hand.waiting.clear()
    }
    hand.worker.on('message', settle)
    hand.worker.once('error', removeWorker)
    hand.worker.once('exit', () => removeWorker(new Error('The thread that stamps documents has ended.')))
    workers.push(hand)
    return hand
  }

  const leastBusy = () => {
    const idle = workers.find((hand) => hand.waiting.size === 0)
    if (idle) return idle
    if (workers.length < size) return startWorker()
    return workers.reduce((best, hand) => (hand.waiting.size < best.waiting.size ? hand : best))
  }

  return {
    /** Calls `stampPdf` in a worker thread. Rejects with the error of `stampPdf`. */
    stampSignatures: (
      bytes: Uint8Array,
      stamps: SignatureStamp[],
      audit?: SigningRecordContent,
    ): Promise<StampedPdf> => {
      const hand = leastBusy()
      lastId += 1
      const job: StampJob = { id: lastId, bytes, stamps, audit }
      return new Promise((resolve, reject) => {
        hand.waiting.set(job.id, { resolve, reject })
        // Keeps the process running until the result arrives. Idle threads do not keep it running.
        hand.worker.ref()
        hand.worker.postMessage(job)
      })
    },
    close: async () => {
      await Promise.all(workers.map((hand) => hand.worker.terminate()))
    },
  }
}
