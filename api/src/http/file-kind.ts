import { extname } from 'node:path'
import { fileTypeFromBlob } from 'file-type'
import type { Operations } from '../generated/operations.ts'
import { ApiError } from './api-error.ts'

export type FileKind = Operations['getPublicSettings']['answer']['payload']['limits']['uploadKinds'][number]

const office = 'application/vnd.openxmlformats-officedocument'

/**
 * The kinds of files that people bring, for policies and for claims (DOC-1): what letters, photos and tables come
 * as. What a browser or a computer could run is not among them.
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

/** Names that cameras and browsers also use. */
const alsoCalled: Record<string, FileKind['mediaType']> = {
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
}
const usual = (mediaType: string) => alsoCalled[mediaType] ?? mediaType

/** What says nothing about a file. */
const says = (mediaType: string) => mediaType !== '' && mediaType !== 'application/octet-stream'

const listed = new Intl.ListFormat('en', { type: 'disjunction' })

/** "PDF, PNG, … or EML" */
export const kindsInWords = listed.format(fileKinds.map(({ name }) => name))

/** Bytes that no text has (the binary data bytes of the MIME Sniffing Standard). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text has
const binary = /[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f]/
/** Markup that a browser would show as a page or a drawing, after what may stand before it. */
const markup = /^\s*<(?:[a-z!?/])/i
/** The fields that a mail begins with; the ones that make it a mail come before its first empty line. */
const mailHeader = /^(?:[\x21-\x39\x3b-\x7e]+:.*\r?\n(?:[ \t].*\r?\n)*)+\r?\n/
const mailField = /^(?:from|received|return-path|message-id|mime-version):/im
/** Far enough to see the header of a mail. */
const headBytes = 64 * 1024

/** What a file without a signature of its own can be: text, mail, or nothing that is taken. */
async function textKinds(file: Blob): Promise<string[]> {
  for await (const chunk of file.stream()) if (binary.test(Buffer.from(chunk).toString('latin1'))) return []
  const head = await file.slice(0, headBytes).text()
  if (markup.test(head)) return []
  const header = mailHeader.exec(head)?.[0]
  return header && mailField.test(header) ? ['message/rfc822', 'text/plain'] : ['text/plain']
}

/** What a file can be by its content; empty for what is not taken. */
async function getKinds(file: Blob): Promise<FileKind[]> {
  const found = await fileTypeFromBlob(file)
  const mediaTypes = found ? [usual(found.mime)] : await textKinds(file)
  return mediaTypes.flatMap((mediaType) => fileKinds.find((kind) => kind.mediaType === mediaType) ?? [])
}

const unsupported = (field: string, message: string) =>
  new ApiError({ code: 'unsupported_file', message: `${field}: ${message}`, field })

/**
 * The kind of a file by its content, with which its name and its declared type have to agree: who trusts either is not
 * misled. Throws 415 for a kind that is not taken and for a file that is not what it says.
 */
export async function requireKind(file: File, field: string): Promise<FileKind> {
  const kinds = await getKinds(file)
  const [first] = kinds
  if (!first) throw unsupported(field, `give a ${kindsInWords} file.`)
  const declared = usual(file.type.split(';')[0]?.trim().toLowerCase() ?? '')
  const extension = extname(file.name).toLowerCase()
  const agreed = kinds.find(
    (kind) =>
      (!says(declared) || declared === kind.mediaType) && (extension === '' || kind.extensions.includes(extension)),
  )
  if (!agreed) throw unsupported(field, `its content is ${first.name}, but its name or type says something else.`)
  return agreed
}
