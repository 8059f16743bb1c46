import type { PublicSettings, UploadType } from '@tideline/sdk'
import { oneOf } from '@tideline/web-kit/formats/format.ts'

type Kinds = PublicSettings['limits']['uploadKinds']

/** How many files go at a time; there is no limit to their size but the contract's. */
export const filesAtMost = 10
export const tooMany = `Only ${filesAtMost} files can be uploaded at a time.`
/** Where a form starts: supporting documents. */
export const defaultType: UploadType['docTypeId'] = 6

/** A file that waits to be uploaded, with its type and the name it gets. */
export interface Queued {
  key: string
  file: File
  name: string
  docTypeId: UploadType['docTypeId']
}

/** Spaces in file names become underscores (DOC-2). */
export const underscored = (fileName: string) => fileName.trim().replace(/\s+/g, '_')

/**
 * The queue with more files: what is queued under the same file name already is left out, and only the last ten stay.
 * The name starts as the file's.
 */
export function withFiles(
  queue: readonly Queued[],
  files: readonly File[],
  docTypeId: UploadType['docTypeId'],
): { queue: Queued[]; leftOut: string[] } {
  const byName = new Map(queue.map((one) => [one.key, one]))
  for (const file of files) {
    const key = underscored(file.name)
    if (!byName.has(key)) byName.set(key, { key, file, name: key, docTypeId })
  }
  const all = [...byName.values()]
  const first = Math.max(0, all.length - filesAtMost)
  return { queue: all.slice(first), leftOut: all.slice(0, first).map(({ file }) => file.name) }
}

/** The kinds that the server takes, as a file chooser wants them; everything until they are known. */
export const getAccept = (kinds: Kinds): Record<string, string[]> | undefined =>
  kinds.length === 0
    ? undefined
    : Object.fromEntries(kinds.map(({ mediaType, extensions }) => [mediaType, [...extensions]]))

/** The kinds in words: "PDF, PNG or TXT". */
export const kindsText = (kinds: Kinds) => oneOf(kinds.map(({ name }) => name))

/** What is said about files of another kind, which are not queued. */
export const otherKinds = (names: readonly string[], kinds: Kinds) =>
  `${names.join(', ')}: only ${kindsText(kinds)} files can be uploaded.`

/** Every queued file needs a type and a name before anything is uploaded. */
export const queueProblem = (queue: readonly Queued[]): string | undefined => {
  if (queue.length === 0) return 'Choose a file first.'
  return queue.every(({ name, docTypeId }) => name.trim() !== '' && docTypeId > 0)
    ? undefined
    : 'Every file needs a type and a name.'
}

/** Beside a certificate that took too much to read. */
export const notReadText = 'The file was saved but is too large or complex to read automatically.'

/** What is said in the dialog about a file that is on the policy already, while it waits there. */
export const duplicateText = "You've already uploaded this document."

/** What is said about a file that was not taken. */
export const failureText = (isKnown: boolean, message: string) =>
  isKnown ? 'This document has already been uploaded to the policy.' : message

const certificateType = 4

export const certificateText = 'An elevation certificate is required for this policy.'

/** The policy is rated by an elevation, and nothing shows it yet. */
export const needsCertificate = (about: {
  /** Feet; none where it was not measured. */
  ecElevation: number | null | undefined
  uploadedTypes: readonly number[]
}) => (about.ecElevation ?? 0) > 0 && !about.uploadedTypes.includes(certificateType)

const closingTypes: readonly number[] = [3, 21]

export const waivedText =
  'Waiting period waived - Please upload a HUD-1 closing disclosure or settlement statement showing the exact date of closing matching the effective date, or a copy of the declaration page of other coverage showing an expiration date matching the effective date for roll-overs.'

/** The waiting period was waived and nothing shows why yet, within 60 days of inception (END-2). */
export function needsClosingPaper(about: {
  hasImmediateClosing: boolean
  inceptionDate: string
  today: string
  uploadedTypes: readonly number[]
}): boolean {
  const age = (Date.parse(about.today) - Date.parse(about.inceptionDate)) / 86_400_000
  return about.hasImmediateClosing && age < 60 && !about.uploadedTypes.some((type) => closingTypes.includes(type))
}
