import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Time between two attempts to take a lock, in milliseconds. */
const retryMs = 50

const sleep = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (problem) {
    // The process exists but belongs to another user.
    return (problem as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns whether this process created the lock file. Removes the lock of a process that has ended. */
function tryLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'EEXIST') throw problem
  }
  let owner: number
  try {
    owner = Number(readFileSync(file, 'utf8'))
  } catch {
    // The lock was released in the meantime.
    return false
  }
  // The file is empty between its creation and its first write.
  if (owner > 0 && !isRunning(owner)) rmSync(file, { force: true })
  return false
}

/**
 * Runs `work` while no other process of this checkout holds the lock of the file, which contains the ID of its process.
 * Waits for the other process. If this process exits during `work`, the next one removes the lock.
 */
export function runLocked(file: string, work: () => void): void {
  mkdirSync(dirname(file), { recursive: true })
  while (!tryLock(file)) sleep(retryMs)
  try {
    work()
  } finally {
    rmSync(file, { force: true })
  }
}
