import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type CertificateReading, getReading, notRead, unreadable } from './elevation-certificate.ts'

const megabyte = 1024 * 1024

/** What reading one certificate may take. The form itself, filled and with photos, takes a tenth of each. */
export interface ReadingLimits {
  /** From asking to the answer, waiting for the thread included. */
  milliseconds: number
  /** Of objects in the thread. */
  heapBytes: number
  /** Of buffers: what the file's streams unpack to lies there. */
  bufferBytes: number
}

export const readingLimits: ReadingLimits = {
  milliseconds: 10_000,
  heapBytes: 192 * megabyte,
  bufferBytes: 128 * megabyte,
}

const script = new URL('./certificate-worker.ts', import.meta.url)
/** How often a busy thread's buffers are looked at; the runtime itself limits its heap only. */
const lookEveryMs = 25

type Outcome = { lines?: string[] } | 'tooHard'

/** Ends as soon as the thread holds more in buffers than it may. */
async function whenBuffersExceed(worker: Worker, bytes: number, signal: AbortSignal): Promise<Outcome> {
  await once(worker, 'online', { signal })
  while (!signal.aborted) {
    const { external_memory = 0 } = await worker.getHeapStatistics()
    if (external_memory > bytes) return 'tooHard'
    await sleep(lookEveryMs, undefined, { signal })
  }
  return 'tooHard'
}

/** Reads in a thread of its own, which is ended in any case. */
async function readInThread(path: string, limits: ReadingLimits, until: number): Promise<Outcome> {
  const milliseconds = until - Date.now()
  if (milliseconds <= 0) return 'tooHard'
  const worker = new Worker(script, {
    workerData: { path },
    resourceLimits: { maxOldGenerationSizeMb: limits.heapBytes / megabyte },
  })
  const done = new AbortController()
  const { signal } = done
  try {
    return await Promise.race([
      new Promise<Outcome>((resolve) => {
        worker.once('message', resolve)
        // Out of memory, or a fault of the library: in either case it was too much for the thread.
        worker.once('error', () => resolve('tooHard'))
        worker.once('exit', () => resolve('tooHard'))
      }),
      sleep(milliseconds, 'tooHard' as const, { signal }),
      // The thread may end while it is looked at; then the others tell how.
      whenBuffersExceed(worker, limits.bufferBytes, signal).catch(() => new Promise<never>(() => undefined)),
    ])
  } finally {
    done.abort()
    await worker.terminate()
  }
}

/** One certificate is read at a time, so that many of them take no more memory and no more processors than one. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads an elevation certificate from the text of its PDF and the values of its form fields, in a thread with limits. A
 * file that is no PDF, is broken or holds pictures only gives a reading that says so, and so does one that takes more
 * than the limits (`isRead` false); never an error, since the upload counts all the same.
 */
export async function readCertificate(
  file: { path: string },
  limits: ReadingLimits = readingLimits,
): Promise<CertificateReading> {
  const until = Date.now() + limits.milliseconds
  const reading = last.then(() => readInThread(file.path, limits, until))
  last = reading.catch(() => undefined)
  const outcome = await reading
  if (outcome === 'tooHard') return notRead
  return outcome.lines ? getReading(outcome.lines) : unreadable('The file could not be read as a PDF.')
}
