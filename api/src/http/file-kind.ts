import { extname } from 'node:path'
import { fileTypeFromBlob } from 'file-type'
import type { Operations } from '../generated/operations.ts'
import { ApiError } from './api-error.ts'

export type FileKind = Operations['getPublicSettings']['response']['payload']['limits']['uploadKinds'][number]

const office = 'application/vnd.openxmlformats-officedocument'

/**
 * File types accepted for policies and claims (DOC-1): common formats for letters, photos and tables. Files that a
 * browser or an operating system could execute are excluded.
 */
export const fileKinds: FileKind[] = [
  { name: 'PDF', mediaType: 'application/pdf', extensions: ['.pdf'] },
  { name: 'PNG', mediaType: 'image/png', extensions: ['.png'] },
  { name: 'JPEG', mediaType: 'image/jpeg', extensions: ['.jpg', '.jpeg'] },
  { name: 'HEIC', mediaType: 'image/heic', extensions: ['.heic', '.heif'] },
  { name: 'TIFF', mediaType: 'image/tiff', extensions: ['.tif', '.tiff'] },
  { name: 'DOCX', mediaType: `${office}.wordprocessingml.document`, extensions: ['.docx'] },
  { name: 'XLSX', mediaType: `${office}.spreadsheetml.sheet`, extensions: ['.xlsx'] },
  { name: 'TXT', mediaType: 'text/plain', extensions: ['.txt'] },
  { name: 'EML', mediaType: 'message/rfc822', extensions: ['.eml'] },
]

/** Alternative media types that cameras and browsers use for accepted formats. */
const mediaTypeAliases: Record<string, FileKind['mediaType']> = {
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
}
const normalizeMediaType = (mediaType: string) => mediaTypeAliases[mediaType] ?? mediaType

/** Returns whether a declared media type is specific. */
const isSpecificType = (mediaType: string) => mediaType !== '' && mediaType !== 'application/octet-stream'

const listed = new Intl.ListFormat('en', { type: 'disjunction' })

/** Text that lists the accepted file types: "PDF, PNG, … or EML". */
export const fileKindsText = listed.format(fileKinds.map(({ name }) => name))

/** Matches bytes that do not occur in text, as defined by the MIME Sniffing Standard. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const binary = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/
/** Matches markup that a browser would render as a page or drawing, after optional whitespace. */
const markup = /^\s*<(?:[a-z!?/])/i
/**
 * Matches an email header up to the first empty line. `mailField` matches the fields that distinguish an email from
 * other text.
 */
const mailHeader = /^(?:[\x21-\x39\x3b-\x7e]+:.*\r?\n(?:[ \t].*\r?\n)*)+\r?\n/
const mailField = /^(?:from|received|return-path|message-id|mime-version):/im
/** Number of bytes that are searched for an email header. */
const headBytes = 64 * 1024

/**
 * Returns the possible media types of a file without a signature: text, or email and text. Returns an empty list for
 * binary data and markup.
 */
async function detectTextTypes(file: Blob): Promise<string[]> {
  for await (const chunk of file.stream()) if (binary.test(Buffer.from(chunk).toString('latin1'))) return []
  const head = await file.slice(0, headBytes).text()
  if (markup.test(head)) return []
  const header = mailHeader.exec(head)?.[0]
  return header && mailField.test(header) ? ['message/rfc822', 'text/plain'] : ['text/plain']
}

/** Returns the accepted types that match the file's content, or an empty list if none matches. */
async function getKinds(file: Blob): Promise<FileKind[]> {
  const found = await fileTypeFromBlob(file)
  const mediaTypes = found ? [normalizeMediaType(found.mime)] : await detectTextTypes(file)
  return mediaTypes.flatMap((mediaType) => fileKinds.find((kind) => kind.mediaType === mediaType) ?? [])
}

const unsupported = (field: string, message: string) =>
  new ApiError({ code: 'unsupported_file', message: `${field}: ${message}`, field })

/**
 * Returns the type of a file, determined from its content. Throws 415 if the type is not accepted, or if the file name
 * or the declared type does not match it.
 */
export async function requireFileKind(file: File, field: string): Promise<FileKind> {
  const kinds = await getKinds(file)
  const [first] = kinds
  if (!first) throw unsupported(field, `upload a ${fileKindsText} file.`)
  const declared = normalizeMediaType(file.type.split(';')[0]?.trim().toLowerCase() ?? '')
  const extension = extname(file.name).toLowerCase()
  const agreed = kinds.find(
    (kind) =>
      (!isSpecificType(declared) || declared === kind.mediaType) &&
      (extension === '' || kind.extensions.includes(extension)),
  )
  if (!agreed) throw unsupported(field, `its content is ${first.name}, but its name or type is different.`)
  return agreed
}
