import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { getPdfLines } from './pdf-lines.ts'

/** Reads one file and exits. The thread ends with it, so that an untrusted file leaves no memory behind. */
const lines = await getPdfLines(new Uint8Array(await readFile(workerData.path))).catch(() => undefined)
parentPort?.postMessage({ lines })
