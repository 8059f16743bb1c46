import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const minimumFreeBytes = 4 * 2 ** 30

const hasFreeMemory = () => {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= minimumFreeBytes
}

/**
 * Returns the folder for the data of disposable PostgreSQL servers: the memory file system on Linux, otherwise the
 * system's temporary folder. A database has more than a thousand files. Copying them in memory takes a fifth of the CPU
 * time. A container's memory file system can be too small.
 */
export const getDisposableDataFolder = (): string => (hasFreeMemory() ? memory : tmpdir())
