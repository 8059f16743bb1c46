import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { ApiError } from './api-error.ts'

/** Maximum number and size of the files in a form, from the contract (DOC-1). */
export interface UploadLimits {
  files: number
  fileBytes: number
}

/** An uploaded file that stays on disk until the request finishes. Its bytes are read only when needed. */
export class ReceivedFile extends File {
  readonly path: string
  /** Hexadecimal SHA-256 hash, calculated during the upload. */
  readonly sha256: string
  constructor(content: Blob, options: { name: string; type: string; path: string; sha256: string }) {
    super([content], options.name, { type: options.type })
    this.path = options.path
    this.sha256 = options.sha256
  }
  /** Returns the name and the content hash, so that the result does not depend on the path of the file. */
  toJSON() {
    return { name: this.name, sha256: this.sha256 }
  }
}

export interface ReceivedForm {
  /** Parts of the form by name: texts and uploaded files. */
  parts: Record<string, string | ReceivedFile>
  remove: () => Promise<void>
}

/** Maximum number and size of the text parts. Forms with files need only short texts. */
const textsAtMost = 20
const textBytesAtMost = 64 * 1024
/** Maximum size of boundaries and part headers. */
const overhead = 1024 * 1024
const megabyte = 1024 * 1024
/**
 * Age in milliseconds after which an upload folder is deleted. No request takes that long, so the process that created
 * the folder must have been killed.
 */
const abandonedAfterMs = 60 * 60 * 1000

const getFolder = (dataFolder: string) => join(dataFolder, 'incoming')

const tooLarge = (name: string, { fileBytes }: UploadLimits) =>
  new ApiError({
    code: 'too_large',
    message: `${name}: a file can have at most ${Math.floor(fileBytes / megabyte)} MB.`,
    field: name,
  })

const invalid = (message: string, field = 'body') =>
  new ApiError({ code: 'invalid_request', message: `${field}: ${message}`, field })

const broken = () => invalid('the form data is malformed or incomplete.')

const tooMany = ({ files }: UploadLimits) =>
  new ApiError({
    code: 'wrong_number_of_files',
    message: `files: send ${files === 1 ? 'one file' : `1 to ${files} files`}.`,
    field: 'files',
  })

/** Creates a parser for the form. Throws if the request cannot be a valid form. */
function createParser(request: Request, limits: UploadLimits): BusboyInstance {
  const type = request.headers.get('content-type') ?? ''
  const length = Number(request.headers.get('content-length') ?? 0)
  if (length > limits.files * limits.fileBytes + overhead) throw tooLarge('body', limits)
  try {
    return new Busboy({
      headers: { 'content-type': type } as BusboyHeaders,
      limits: {
        fileSize: limits.fileBytes,
        files: limits.files,
        fields: textsAtMost,
        fieldSize: textBytesAtMost,
        headerPairs: 20,
        headerSize: 16 * 1024,
      },
    })
  } catch {
    throw invalid('send the form as multipart/form-data with its boundary.')
  }
}

/**
 * Returns the body as a stream with backpressure. Prefers the Node.js request because the web stream buffers everything
 * that arrives.
 */
export const getRequestStream = (request: Request, incoming: Readable | undefined): Readable =>
  incoming ?? (request.body ? Readable.fromWeb(request.body as never) : Readable.from([]))

/**
 * Pipes the request into the parser until the form is complete. Throws on an error, but keeps the connection open for
 * the response.
 */
async function pipeToParser(parser: BusboyInstance, source: Readable, signal: AbortSignal): Promise<void> {
  const parsed = once(parser, 'finish', { signal })
  // If the caller disconnects, the parser never finishes.
  const ended = finished(source, { signal, writable: false }).then(() => parsed)
  source.pipe(parser)
  try {
    await Promise.race([parsed, ended])
  } finally {
    source.unpipe(parser)
  }
}

/**
 * Receives a form, writes its files to disk during the upload and calculates their hashes. Memory use stays small even
 * for large uploads. Stops at the first invalid part. Deletes all files after an error or disconnection.
 * @throws {ApiError} 400 if the form is invalid; 413 or 422 if a limit is exceeded
 */
export async function receiveForm(
  request: Request,
  source: Readable,
  limits: UploadLimits,
  dataFolder: string,
): Promise<ReceivedForm> {
  const parser = createParser(request, limits)
  const folder = join(getFolder(dataFolder), randomUUID())
  const remove = () => rm(folder, { recursive: true, force: true })
  const stop = new AbortController()
  const names = new Set<string>()
  const texts: [string, string][] = []
  const files: Promise<[string, ReceivedFile]>[] = []
  let firstProblem: unknown
  const fail = (problem: unknown) => {
    firstProblem ??= problem
    stop.abort(firstProblem)
  }
  const takeName = (name: string | undefined) => {
    if (!name) fail(invalid('every part of the form must have a name.'))
    else if (names.has(name)) fail(invalid('the form contains this field twice.', name))
    else names.add(name)
    return name ?? ''
  }

  const keep = async (name: string, stream: BusboyFileStream, fileName: string, type: string) => {
    const path = join(folder, randomUUID())
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    stream.once('limit', () => fail(tooLarge(name, limits)))
    stream.once('error', () => fail(broken()))
    await pipeline(stream, hashing, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: stop.signal })
    const file = new ReceivedFile(await openAsBlob(path), { name: fileName, type, path, sha256: hash.digest('hex') })
    return [name, file] as [string, ReceivedFile]
  }

  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    parser.on('file', (field, stream, fileName, _encoding, type) => {
      const kept = keep(takeName(field), stream, fileName ?? '', type)
      kept.catch(fail)
      files.push(kept)
    })
    parser.on('field', (field, value, _nameCut, isCut) => {
      const name = takeName(field)
      if (isCut) fail(invalid(`a text field can have at most ${textBytesAtMost / 1024} kB.`, name))
      texts.push([name, value])
    })
    parser.on('filesLimit', () => fail(tooMany(limits)))
    parser.on('fieldsLimit', () => fail(invalid(`send at most ${textsAtMost} text fields.`)))
    parser.on('error', () => fail(broken()))
    await pipeToParser(parser, source, stop.signal).catch(() => {
      throw firstProblem ?? broken()
    })
    const received = await Promise.all(files)
    if (firstProblem) throw firstProblem
    return { parts: Object.fromEntries([...texts, ...received]), remove }
  } catch (problem) {
    // Waits for open writes because a folder that is in use cannot be deleted.
    fail(problem)
    await Promise.allSettled(files)
    await remove()
    throw problem
  }
}

/** Deletes the uploads of processes that were killed. */
export async function deleteAbandonedUploads(dataFolder: string, now: Date): Promise<void> {
  const folder = getFolder(dataFolder)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const known = await stat(path).catch(() => undefined)
    if (known && now.getTime() - known.mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
}
