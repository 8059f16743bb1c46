import type { AgencyDocument } from '@tideline/sdk'
import { agencyDocumentTypes } from '@tideline/sdk/words'
import { getMessage } from '../errors/api-errors.ts'

/** What an agency has one of: agreement, W-9, E&O declarations. Of licences and other papers several stand side by side. */
const singles: readonly number[] = [1, 2, 3]

export const documentTypeName = (id: number): string =>
  agencyDocumentTypes.find((type) => type.id === id)?.name ?? String(id)

/** Which version of its paper a document is, the last one being in force; nothing where there are no versions. */
export function versionText(document: AgencyDocument, newestFirst: readonly AgencyDocument[]): string {
  if (!singles.includes(document.docTypeId)) return '–'
  const versions = newestFirst.filter(({ docTypeId }) => docTypeId === document.docTypeId)
  const later = versions.indexOf(document)
  return later === 0 ? `${versions.length}, in force` : String(versions.length - later)
}

/** Why a document could not be kept; one that is there already has a sentence of its own. */
export const uploadProblem = (error: unknown): string => {
  const message = getMessage(error)
  return message.includes('specified blob already exists') ? 'Document has already been uploaded.' : message
}
