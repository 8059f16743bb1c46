import { type AgencyDocument, TidelineError } from '@tideline/sdk'
import { expect, it } from 'vitest'
import { formatDocumentVersion, getDocumentTypeName, getUploadErrorMessage } from './agency-documents.ts'

const createError = (message: string) =>
  new TidelineError({ statusCode: 409, message, requestId: 'req_1', errors: [{ code: 'any', message }] })

it("shows a specific message for a duplicate document and the server's message for other errors [P388]", () => {
  expect(getUploadErrorMessage(createError('The specified blob already exists.'))).toBe(
    'Document has already been uploaded.',
  )
  expect(getUploadErrorMessage(createError('File: the file is empty.'))).toBe('File: the file is empty.')
})

it('numbers versions of agreements, W-9s and E&O declarations, but not of licenses', () => {
  const documents = [3, 4, 3, 1, 4, 3].map((docTypeId) => ({ docTypeId }) as AgencyDocument)
  expect(documents.map((one) => formatDocumentVersion(one, documents))).toEqual([
    ...['3, in force', '–', '2', '1, in force', '–', '1'],
  ])
})

it('shows the ID of an unknown document type', () => {
  expect(getDocumentTypeName(99)).toBe('99')
})
