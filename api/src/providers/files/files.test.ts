import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFileStorage } from './create-file-storage.ts'
import { FileChangedError, FileNotFoundError, type FileStorage } from './stored-file.ts'

const bytes = new TextEncoder().encode('declarations page')
const sha256 = createHash('sha256').update(bytes).digest('hex')

let folder: string
let bucket: Server
const objects = new Map<string, Buffer>()

/** Serves the four S3 requests that Tideline uses, with a map as storage. */
function anS3Server() {
  return createServer(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://s3').pathname
    const chunks = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.method === 'PUT') objects.set(path, Buffer.concat(chunks))
    if (request.method === 'DELETE') objects.delete(path)
    const body = objects.get(path)
    if (request.method === 'PUT') return response.writeHead(200, { ETag: '"stored"' }).end()
    if (request.method === 'DELETE') return response.writeHead(204).end()
    if (body) return response.writeHead(200).end(body)
    return response
      .writeHead(404, { 'Content-Type': 'application/xml' })
      .end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>')
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tideline-files-'))
  bucket = anS3Server()
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  bucket.close()
  await rm(folder, { recursive: true })
})

const settings = (S3_BUCKET: string | undefined) => ({
  dataFolder: folder,
  S3_BUCKET,
  S3_REGION: 'us-east-1',
  S3_ENDPOINT: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
})

describe.each([
  ['a folder', undefined],
  ['S3', 'tideline'],
])('file storage in %s', (_, bucketName) => {
  let files: FileStorage
  beforeAll(async () => {
    files = await createFileStorage(settings(bucketName))
  })
  afterAll(() => files.close())

  test('stores a file from disk without loading the whole file into memory', async () => {
    const content = new TextEncoder().encode(`a large survey in ${bucketName}`)
    const path = join(folder, 'survey')
    await writeFile(path, content)
    const known = { sha256: createHash('sha256').update(content).digest('hex'), size: content.byteLength }
    const stored = await files.put({ path, ...known }, 'application/pdf')
    expect(stored).toEqual({ key: expect.stringContaining(known.sha256), ...known })
    expect(await files.bytes(stored.key)).toEqual(content)
  })

  test('stores content under its hash and returns the same content', async () => {
    const stored = await files.put(bytes, 'application/pdf')
    expect(stored).toEqual({ key: expect.stringContaining(sha256), sha256, size: bytes.byteLength })
    expect(await files.bytes(stored.key)).toEqual(bytes)
    expect(await files.put(bytes, 'application/pdf')).toEqual(stored)
  })

  test('throws FileMissing for a deleted file', async () => {
    const { key } = await files.put(new Uint8Array([1, 2, 3]), 'application/pdf')
    await files.delete(key)
    await expect(files.get(key)).rejects.toThrow(FileNotFoundError)
  })

  test('throws FileMissing for a key outside the storage folder', async () => {
    await expect(files.get('../../etc/passwd')).rejects.toThrow(FileNotFoundError)
  })
})

describe.each([
  ['a folder', undefined],
  ['S3', 'tideline'],
])('a file that was changed in %s', (_, bucketName) => {
  test('is not returned (DOC-12)', async () => {
    const files = await createFileStorage(settings(bucketName))
    const content = new Uint8Array(200_000).map((_, at) => at % 251)
    const { key } = await files.put(content, 'application/pdf')
    const change = (bytes: Buffer) => bytes.fill((bytes[100_000] ?? 0) ^ 1, 100_000, 100_001)
    const path = join(folder, 'files', key)
    if (bucketName) change(objects.get(`/${bucketName}/${key}`) as Buffer)
    else await writeFile(path, change(await readFile(path)))
    await expect(files.bytes(key)).rejects.toThrow(FileChangedError)
    const read: number[] = []
    await expect(
      (await files.get(key)).pipeTo(new WritableStream({ write: (chunk) => void read.push(chunk.length) })),
    ).rejects.toThrow(FileChangedError)
    expect(read.reduce((sum, length) => sum + length, 0)).toBeLessThan(content.length)
    await files.close()
  })
})

test('leaves no incomplete files in the storage folder', async () => {
  const names = await readdir(join(folder, 'files'), { recursive: true })
  expect(names.filter((name) => /\.[0-9a-f-]{36}$/.test(name))).toEqual([])
})
