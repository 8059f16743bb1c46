import type { AgencyDocument } from '@tideline/sdk'
import { agencyDocumentTypes } from '@tideline/sdk/words'
import { getErrorMessage } from '../errors/api-errors.ts'

/**
 * Document types with one current document per agency: agreement, W-9 and E&O declarations. An agency can have several
 * documents of any other type, such as licenses.
 */
const singleDocumentTypes: readonly number[] = [1, 2, 3]

export const getDocumentTypeName = (id: number): string =>
  agencyDocumentTypes.find((type) => type.id === id)?.name ?? String(id)

/**
 * Formats a document's version number. The newest version is marked as in force. Types without versions show a dash.
 */
export function formatDocumentVersion(document: AgencyDocument, newestFirst: readonly AgencyDocument[]): string {
  if (!singleDocumentTypes.includes(document.docTypeId)) return '–'
  const versions = newestFirst.filter(({ docTypeId }) => docTypeId === document.docTypeId)
  const later = versions.indexOf(document)
  return later === 0 ? `${versions.length}, in force` : String(versions.length - later)
}

/** Returns the error message for a failed upload, with a specific message for a duplicate document. */
export const getUploadErrorMessage = (error: unknown): string => {
  const message = getErrorMessage(error)
  return message.includes('specified blob already exists') ? 'Document has already been uploaded.' : message
}
