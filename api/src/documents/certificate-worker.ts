import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { getPdfLines } from './pdf-lines.ts'

/** Reads one file and exits. The thread then ends, so no memory of an untrusted file remains. */
const lines = await getPdfLines(new Uint8Array(await readFile(workerData.path))).catch(() => undefined)
parentPort?.postMessage({ lines })
