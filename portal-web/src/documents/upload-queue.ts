import type { PublicSettings, UploadType } from '@tideline/sdk'
import { joinWithOr } from '@tideline/web-kit/formats/format.ts'

type Kinds = PublicSettings['limits']['uploadKinds']

/** The maximum number of files per upload. */
export const maxFilesPerUpload = 10
export const tooManyFilesText = `Only ${maxFilesPerUpload} files can be uploaded at a time.`
/** Initial document type of an added file: supporting documents. */
export const defaultDocumentType: UploadType['docTypeId'] = 6

/** A file to upload, with its type and its document name. */
export interface QueuedUpload {
  key: string
  file: File
  name: string
  docTypeId: UploadType['docTypeId']
}

/** Replaces spaces in a file name with underscores (DOC-2). */
export const toDocumentName = (fileName: string) => fileName.trim().replace(/\s+/g, '_')

/**
 * Adds files to the queue. Skips files whose name is already queued. If there are more than ten files, keeps the last
 * ten and returns the names of the others.
 */
export function addFilesToQueue(
  queue: readonly QueuedUpload[],
  files: readonly File[],
  docTypeId: UploadType['docTypeId'],
): { queue: QueuedUpload[]; leftOut: string[] } {
  const byName = new Map(queue.map((one) => [one.key, one]))
  for (const file of files) {
    const key = toDocumentName(file.name)
    if (!byName.has(key)) byName.set(key, { key, file, name: key, docTypeId })
  }
  const all = [...byName.values()]
  const first = Math.max(0, all.length - maxFilesPerUpload)
  return { queue: all.slice(first), leftOut: all.slice(0, first).map(({ file }) => file.name) }
}

/**
 * Returns the accepted file types in the format of a file chooser. Returns undefined until the types are loaded; the
 * file chooser then accepts any file.
 */
export const getAcceptedFileTypes = (kinds: Kinds): Record<string, string[]> | undefined =>
  kinds.length === 0
    ? undefined
    : Object.fromEntries(kinds.map(({ mediaType, extensions }) => [mediaType, [...extensions]]))

/** Formats the file types as text, such as "PDF, PNG or TXT". */
export const formatFileTypes = (kinds: Kinds) => joinWithOr(kinds.map(({ name }) => name))

/** Returns the message about files that were not queued because their type is not accepted. */
export const getWrongFileTypeText = (names: readonly string[], kinds: Kinds) =>
  `${names.join(', ')}: only ${formatFileTypes(kinds)} files can be uploaded.`

/** Returns the validation error. Every queued file needs a type and a name before the upload. */
export const validateQueue = (queue: readonly QueuedUpload[]): string | undefined => {
  if (queue.length === 0) return 'Choose a file first.'
  return queue.every(({ name, docTypeId }) => name.trim() !== '' && docTypeId > 0)
    ? undefined
    : 'Every file needs a type and a name.'
}

/** The notice for a certificate that is too large or complex to read. */
export const unreadableCertificateText = 'The file was saved but is too large or complex to read automatically.'

/** The message about a queued file that is already on the policy. */
export const duplicateUploadMessage = "You've already uploaded this document."

/** Returns the message about a failed upload. */
export const getUploadFailureText = (isAlreadyUploaded: boolean, message: string) =>
  isAlreadyUploaded ? 'This document has already been uploaded to the policy.' : message

const certificateType = 4

export const certificateRequiredText = 'An elevation certificate is required for this policy.'

/** Checks whether an elevation certificate is missing: the policy has an elevation, but no certificate was uploaded. */
export const needsCertificate = (about: {
  /** Feet; null or undefined if not measured. */
  ecElevation: number | null | undefined
  uploadedTypes: readonly number[]
}) => (about.ecElevation ?? 0) > 0 && !about.uploadedTypes.includes(certificateType)

const closingTypes: readonly number[] = [3, 21]

export const waiverProofRequiredText =
  'Waiting period waived - Please upload a HUD-1 closing disclosure or settlement statement showing the exact date of closing matching the effective date, or a copy of the declaration page of other coverage showing an expiration date matching the effective date for roll-overs.'

/**
 * Checks whether the proof for a waived waiting period is missing. Proof is requested until 60 days after inception
 * (END-2).
 */
export function needsWaiverProof(about: {
  hasImmediateClosing: boolean
  inceptionDate: string
  today: string
  uploadedTypes: readonly number[]
}): boolean {
  const age = (Date.parse(about.today) - Date.parse(about.inceptionDate)) / 86_400_000
  return about.hasImmediateClosing && age < 60 && !about.uploadedTypes.some((type) => closingTypes.includes(type))
}
