import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { getPdfLines } from './pdf-lines.ts'

/** Reads one file and exits, so that memory used or damaged by an untrusted file is discarded with the thread. */
const lines = await getPdfLines(new Uint8Array(await readFile(workerData.path))).catch(() => undefined)
parentPort?.postMessage({ lines })
