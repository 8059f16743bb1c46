import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { getPdfLines } from './pdf-lines.ts'

/** Reads one file and ends: what a stranger's file did to this thread's memory ends with it. */
const lines = await getPdfLines(new Uint8Array(await readFile(workerData.path))).catch(() => undefined)
parentPort?.postMessage({ lines })
