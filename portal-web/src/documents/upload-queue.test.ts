import { describe, expect, it, test } from 'vitest'
import { getPresetDocumentType } from './upload-flag.ts'
import {
  addFilesToQueue,
  getAcceptedFileTypes,
  getUploadFailureText,
  getWrongFileTypeText,
  maxFilesPerUpload,
  needsCertificate,
  needsWaiverProof,
  toDocumentName,
  validateQueue,
} from './upload-queue.ts'

const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name)

describe('upload queue', () => {
  it('adds a file once, with the given type and with underscores in the name [D223] [D226] [D227] [D400]', () => {
    const first = addFilesToQueue([], [file('my  survey 1.pdf')], 6)
    expect(first.queue).toMatchObject([{ name: 'my_survey_1.pdf', docTypeId: 6 }])
    const again = addFilesToQueue(first.queue, [file('my survey 1.pdf'), file('other.pdf')], 4)
    expect(again.queue.map(({ name, docTypeId }) => [name, docTypeId])).toEqual([
      ['my_survey_1.pdf', 6],
      ['other.pdf', 4],
    ])
    expect(toDocumentName(' a b ')).toBe('a_b')
  })

  it('keeps the last ten files of any size [D221] [D222] [D228]', () => {
    const files = Array.from({ length: 12 }, (_, index) => file(`${index}.pdf`, index === 11 ? 2_000_000 : 1))
    const { queue, leftOut } = addFilesToQueue([], files, 6)
    expect([queue.length, leftOut]).toEqual([maxFilesPerUpload, ['0.pdf', '1.pdf']])
    expect(queue.map(({ name }) => name).slice(0, 2)).toEqual(['2.pdf', '3.pdf'])
    expect(addFilesToQueue([], files.slice(0, 10), 6).leftOut).toEqual([])
  })

  it('requires a type and a name for each file [D225]', () => {
    const { queue } = addFilesToQueue([], [file('a.pdf')], 6)
    expect(validateQueue([])).toBe('Choose a file first.')
    expect(validateQueue(queue)).toBeUndefined()
    expect(validateQueue(queue.map((one) => ({ ...one, name: ' ' })))).toBe('Every file needs a type and a name.')
  })
})

test('accepts only the file types listed by the server, or any type until the list is loaded', () => {
  const kinds = [
    { name: 'PDF', mediaType: 'application/pdf', extensions: ['.pdf'] },
    { name: 'JPEG', mediaType: 'image/jpeg', extensions: ['.jpg', '.jpeg'] },
  ] satisfies Parameters<typeof getAcceptedFileTypes>[0]
  expect(getAcceptedFileTypes(kinds)).toEqual({ 'application/pdf': ['.pdf'], 'image/jpeg': ['.jpg', '.jpeg'] })
  expect(getAcceptedFileTypes([])).toBeUndefined()
  expect(getWrongFileTypeText(['a.exe', 'b.html'], kinds)).toBe(
    'a.exe, b.html: only PDF or JPEG files can be uploaded.',
  )
})

test('reports a duplicate document with a fixed message [D365] [D366]', () => {
  expect(getUploadFailureText(true, 'Conflict')).toBe('This document has already been uploaded to the policy.')
  expect(getUploadFailureText(false, 'The file is empty.')).toBe('The file is empty.')
})

test('requires an elevation certificate if the policy is rated by elevation [D230]', () => {
  expect(needsCertificate({ ecElevation: 0.1, uploadedTypes: [3, 6] })).toBe(true)
  expect(needsCertificate({ ecElevation: 9.5, uploadedTypes: [6, 4] })).toBe(false)
  for (const ecElevation of [0, -1, null, undefined])
    expect(needsCertificate({ ecElevation, uploadedTypes: [] })).toBe(false)
})

test('requires proof of a waived waiting period only in the 60 days after inception [D232] [D403] [D409]', () => {
  const about = { hasImmediateClosing: true, inceptionDate: '2026-11-01', today: '2026-11-20', uploadedTypes: [6] }
  expect(needsWaiverProof(about)).toBe(true)
  expect(needsWaiverProof({ ...about, hasImmediateClosing: false })).toBe(false)
  expect(needsWaiverProof({ ...about, today: '2026-12-31' })).toBe(false)
  for (const type of [3, 21]) expect(needsWaiverProof({ ...about, uploadedTypes: [type] })).toBe(false)
})

test('presets the document type from a flag in the URL hash', () => {
  expect(getPresetDocumentType('#uploadElevationCertificateModal')).toBe(4)
  expect(getPresetDocumentType('#a=1&uploadHud1Modal=true')).toBe(3)
  expect(getPresetDocumentType('#uploadDeclarationsModal')).toBe(21)
  expect(getPresetDocumentType('#uploadHud1Modal=false')).toBeUndefined()
  expect(getPresetDocumentType('')).toBeUndefined()
})
