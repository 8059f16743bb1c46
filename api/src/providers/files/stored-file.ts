import { createHash } from 'node:crypto'

export interface StoredFile {
  /** Where the file is found again. The same bytes have the same key. */
  key: string
  /** Hexadecimal; proves that the bytes are still the ones that were put. */
  sha256: string
  size: number
}

/** A file on disk whose bytes were hashed when they came: it is copied without being read into memory. */
export interface FileOnDisk {
  path: string
  sha256: string
  size: number
}

/** What is put: bytes, or a file on disk. */
export type Content = Uint8Array | FileOnDisk

/** Raised by `get` and `bytes` for a key that holds nothing. */
export class FileMissing extends Error {}

export interface Files {
  put: (content: Content, contentType: string) => Promise<StoredFile>
  get: (key: string) => Promise<ReadableStream<Uint8Array>>
  bytes: (key: string) => Promise<Uint8Array>
  delete: (key: string) => Promise<void>
  close: () => Promise<void>
}

/** Names content by what it is: `ab/cd/abcd…`, in folders of bearable size. */
export function getName(content: Content): StoredFile {
  const { sha256, size } =
    content instanceof Uint8Array
      ? { sha256: createHash('sha256').update(content).digest('hex'), size: content.byteLength }
      : content
  return { key: `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`, sha256, size }
}

/** Refuses keys that `getName` did not make, such as `../../etc/passwd`. */
export function checkKey(key: string): string {
  if (!/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(key)) throw new FileMissing(`There is no file ${key}.`)
  return key
}

export const getBytes = async (stream: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(stream).arrayBuffer())
