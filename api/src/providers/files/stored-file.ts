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

export const readStreamBytes = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream).arrayBuffer())
