import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import { ApiError } from './api-error.ts'

/** How many files of what size a form brings, as the contract says (DOC-1). */
export interface UploadLimits {
  files: number
  fileBytes: number
}

/** A file that came in and lies on disk until the request is answered; its bytes are read when they are wanted. */
export class ReceivedFile extends File {
  readonly path: string
  /** Hexadecimal, taken while the file came in. */
  readonly sha256: string
  constructor(content: Blob, options: { name: string; type: string; path: string; sha256: string }) {
    super([content], options.name, { type: options.type })
    this.path = options.path
    this.sha256 = options.sha256
  }
  /** What makes it the same file again, wherever it lies. */
  toJSON() {
    return { name: this.name, sha256: this.sha256 }
  }
}

export interface ReceivedForm {
  /** Parts by name: texts, and files that were received. */
  parts: Record<string, string | ReceivedFile>
  /** Takes the files away again. */
  remove: () => Promise<void>
}

/** Texts beside the files, and their size; forms with files carry a few words only. */
const textsAtMost = 20
const textBytesAtMost = 64 * 1024
/** What boundaries and headers of the parts may take beside the files themselves. */
const overhead = 1024 * 1024
const megabyte = 1024 * 1024
/** No request lasts as long: what is older was left behind by a process that was killed. */
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
    code: 'number_of_files',
    message: `files: send ${files === 1 ? 'one file' : `1 to ${files} files`}.`,
    field: 'files',
  })

/** A parser for the form, or the refusal of what cannot be one. */
function parserFor(request: Request, limits: UploadLimits): BusboyInstance {
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
 * The body as a stream that waits for its reader. The server's own request is asked first: its web stream takes in
 * whatever arrives, however slowly it is read.
 */
export const getSource = (request: Request, incoming: Readable | undefined): Readable =>
  incoming ?? (request.body ? Readable.fromWeb(request.body as never) : Readable.from([]))

/**
 * Feeds the parser as fast as it takes in, until it has seen the whole form. Throws what stops it; the connection stays
 * open, since the answer still goes through it.
 */
async function feed(parser: BusboyInstance, source: Readable, signal: AbortSignal): Promise<void> {
  const parsed = once(parser, 'finish', { signal })
  // A caller who goes away never lets the parser finish.
  const ended = finished(source, { signal, writable: false }).then(() => parsed)
  source.pipe(parser)
  try {
    await Promise.race([parsed, ended])
  } finally {
    source.unpipe(parser)
  }
}

/**
 * Receives a form whose files go to disk as they come, hashed on the way: however large they are and however many come
 * at a time, memory holds a few chunks of each. Stops at the first thing that is not taken, without reading on; then,
 * and when the caller goes away, nothing stays on disk. Throws 400 for what is no form, 413 and 422 at the limits.
 */
export async function receiveForm(
  request: Request,
  source: Readable,
  limits: UploadLimits,
  dataFolder: string,
): Promise<ReceivedForm> {
  const parser = parserFor(request, limits)
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
    parser.on('fieldsLimit', () => fail(invalid(`give at most ${textsAtMost} texts.`)))
    parser.on('error', () => fail(broken()))
    await feed(parser, source, stop.signal).catch(() => {
      throw firstProblem ?? broken()
    })
    const received = await Promise.all(files)
    if (firstProblem) throw firstProblem
    return { parts: Object.fromEntries([...texts, ...received]), remove }
  } catch (problem) {
    // Whoever still writes stops first: a folder that is written to cannot be taken away.
    fail(problem)
    await Promise.allSettled(files)
    await remove()
    throw problem
  }
}

/** Takes away what a process that was killed had received and could not take away itself. */
export async function sweepReceived(dataFolder: string, now: Date): Promise<void> {
  const folder = getFolder(dataFolder)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const known = await stat(path).catch(() => undefined)
    if (known && now.getTime() - known.mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
}
