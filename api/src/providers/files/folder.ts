import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import {
  assertValidStorageKey,
  type FileContent,
  FileNotFoundError,
  type FileStorage,
  getStorageKey,
  readStreamBytes,
  verifyContent,
} from './stored-file.ts'

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Writes a temporary file, flushes it to disk and renames it. A crash then never leaves an incomplete file. */
async function writeAtomically(path: string, content: FileContent) {
  await mkdir(dirname(path), { recursive: true })
  const beside = `${path}.${randomUUID()}`
  if (!(content instanceof Uint8Array)) await copyFile(content.path, beside)
  const file = await open(beside, content instanceof Uint8Array ? 'wx' : 'r+')
  try {
    if (content instanceof Uint8Array) await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(beside, path)
  const folder = await open(dirname(path))
  await folder.sync()
  await folder.close()
}

/** Stores files in a folder. The file names are content hashes. */
export function createFolderStorage(folder: string): FileStorage {
  const get = async (key: string) => {
    const path = join(folder, assertValidStorageKey(key))
    if (!(await exists(path))) throw new FileNotFoundError(`There is no file ${key}.`)
    return verifyContent(key, Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>)
  }
  return {
    put: async (content) => {
      const named = getStorageKey(content)
      const path = join(folder, named.key)
      if (!(await exists(path))) await writeAtomically(path, content)
      return named
    },
    get,
    bytes: async (key) => readStreamBytes(await get(key)),
    delete: (key) => rm(join(folder, assertValidStorageKey(key)), { force: true }),
    close: async () => undefined,
  }
}
