import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import {
  type CertificateReading,
  createInvalidReading,
  parseElevationCertificate,
  unreadableReading,
} from './elevation-certificate.ts'

const megabyte = 1024 * 1024

/** Limits for reading one certificate. A completed form with photos requires only a tenth of each limit. */
export interface ReadingLimits {
  /** Maximum total time, including the wait for the previous reading. */
  milliseconds: number
  /** Maximum heap of the thread. */
  heapBytes: number
  /** Maximum size of the thread's buffers, which hold the decompressed streams of the file. */
  bufferBytes: number
}

export const readingLimits: ReadingLimits = {
  milliseconds: 10_000,
  heapBytes: 192 * megabyte,
  bufferBytes: 128 * megabyte,
}

const script = new URL('./certificate-worker.ts', import.meta.url)
/** Interval in milliseconds at which the size of the buffers is checked, because the runtime limits only the heap. */
const lookEveryMs = 25

type Outcome = { lines?: string[] } | 'tooHard'

/** Resolves when the thread's buffers exceed the limit. */
async function waitForBufferLimit(worker: Worker, bytes: number, signal: AbortSignal): Promise<Outcome> {
  await once(worker, 'online', { signal })
  while (!signal.aborted) {
    const { external_memory = 0 } = await worker.getHeapStatistics()
    if (external_memory > bytes) return 'tooHard'
    await sleep(lookEveryMs, undefined, { signal })
  }
  return 'tooHard'
}

/** Reads a file in its own thread and always terminates the thread. */
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
        // The thread ran out of memory or the library failed. In both cases, the file is too complex.
        worker.once('error', () => resolve('tooHard'))
        worker.once('exit', () => resolve('tooHard'))
      }),
      sleep(milliseconds, 'tooHard' as const, { signal }),
      // The thread may exit during the check. In that case, the other promises determine the result.
      waitForBufferLimit(worker, limits.bufferBytes, signal).catch(() => new Promise<never>(() => undefined)),
    ])
  } finally {
    done.abort()
    await worker.terminate()
  }
}

/** The previous reading. Each reading waits for the previous one so that only one certificate is read at a time. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Reads an elevation certificate from the text and form fields of its PDF, in a thread with limits. Never throws
 * because the upload is stored in any case. If the file has no readable text, the reading contains the reason. If the
 * file exceeds the limits, `isReadable` is false.
 */
export async function readElevationCertificate(
  file: { path: string },
  limits: ReadingLimits = readingLimits,
): Promise<CertificateReading> {
  const until = Date.now() + limits.milliseconds
  const reading = last.then(() => readInThread(file.path, limits, until))
  last = reading.catch(() => undefined)
  const outcome = await reading
  if (outcome === 'tooHard') return unreadableReading
  return outcome.lines
    ? parseElevationCertificate(outcome.lines)
    : createInvalidReading('The file could not be read as a PDF.')
}
