import { type AgencyDocument, TidelineError } from '@tideline/sdk'
import { expect, it } from 'vitest'
import { documentTypeName, uploadProblem, versionText } from './agency-documents.ts'

const refusal = (message: string) =>
  new TidelineError({ statusCode: 409, message, requestId: 'req_1', errors: [{ code: 'any', message }] })

it('a document that is there already has a sentence of its own, others keep the server’s [P388]', () => {
  expect(uploadProblem(refusal('The specified blob already exists.'))).toBe('Document has already been uploaded.')
  expect(uploadProblem(refusal('File: the file is empty.'))).toBe('File: the file is empty.')
})

it('of agreement, W-9 and E&O the last version is in force; licences stand side by side', () => {
  const documents = [3, 4, 3, 1, 4, 3].map((docTypeId) => ({ docTypeId }) as AgencyDocument)
  expect(documents.map((one) => versionText(one, documents))).toEqual([
    ...['3, in force', '–', '2', '1, in force', '–', '1'],
  ])
})

it('a kind that is not known is shown as it is', () => {
  expect(documentTypeName(99)).toBe('99')
})
