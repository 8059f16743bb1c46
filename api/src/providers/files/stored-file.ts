import { createHash } from 'node:crypto'

export interface StoredFile {
  /** Storage key. Identical bytes always have the same key. */
  key: string
  /** Hexadecimal SHA-256 hash. It reveals whether the bytes have changed. */
  sha256: string
  size: number
}

/**
 * A file on disk whose hash was calculated during the upload. Storage copies the file without reading it into memory.
 */
interface FileOnDisk {
  path: string
  sha256: string
  size: number
}

/** Content to store: bytes or a file on disk. */
export type FileContent = Uint8Array | FileOnDisk

/** Thrown by `get` and `bytes` if the key does not exist. */
export class FileNotFoundError extends Error {}

/** Thrown while a file is read if its bytes do not match the hash in its key. */
export class FileChangedError extends Error {}

export interface FileStorage {
  put: (content: FileContent, contentType: string) => Promise<StoredFile>
  get: (key: string) => Promise<ReadableStream<Uint8Array>>
  bytes: (key: string) => Promise<Uint8Array>
  delete: (key: string) => Promise<void>
  close: () => Promise<void>
}

/** Returns the content's storage key: its hash with two subfolders, `ab/cd/abcd…`. */
export function getStorageKey(content: FileContent): StoredFile {
  const { sha256, size } =
    content instanceof Uint8Array
      ? { sha256: createHash('sha256').update(content).digest('hex'), size: content.byteLength }
      : content
  return { key: `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`, sha256, size }
}

/** Throws if the text is not a valid storage key, for example `../../etc/passwd`. */
export function assertValidStorageKey(key: string): string {
  if (!/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(key)) throw new FileNotFoundError(`There is no file ${key}.`)
  return key
}

/**
 * Passes on the content of a stored file and compares its hash with the key (DOC-12). If they differ, the stream fails
 * before its last chunk, so a reader never gets a complete file that was changed.
 */
export function verifyContent(key: string, content: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const hash = createHash('sha256')
  let held: Uint8Array | undefined
  return content.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        hash.update(chunk)
        if (held) controller.enqueue(held)
        held = chunk
      },
      flush: (controller) => {
        if (!key.endsWith(hash.digest('hex'))) throw new FileChangedError(`The content of file ${key} has changed.`)
        if (held) controller.enqueue(held)
      },
    }),
  )
}

export const readStreamBytes = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream).arrayBuffer())
