import { describe, expect, it } from 'vitest'
import type { SignatureField } from '../documents/signatures.ts'
import { ApiError } from '../http/api-error.ts'
import { createSamplePng } from '../testing/png.ts'
import { getFieldsToSign, requireElanyNotice } from './fields-to-sign.ts'
import { getInitials } from './initials.ts'
import { isDocumentSigned } from './policy-doc-status.ts'

const slot = (slotId: string, party: 1 | 2, isSigned = false): SignatureField => ({
  slotId,
  docId: 'd1',
  docName: 'Application',
  party,
  kind: 'signature',
  isSigned,
  hasPicture: isSigned,
})
const sent = (policyDocSignatureId: string, more = {}) => ({
  policyDocSignatureId,
  signedByName: 'Marina Sample',
  signedImage: createSamplePng(),
  ...more,
})
const getStatus = async (work: () => unknown) => {
  try {
    await work()
  } catch (problem) {
    if (problem instanceof ApiError) return problem.status
    throw problem
  }
  return 200
}

describe('getFieldsToSign', () => {
  it('returns only fields of the party with an image in the request', async () => {
    const result = await getFieldsToSign([sent('a'), { policyDocSignatureId: 'b' }], [slot('a', 2), slot('b', 2)], 2)
    expect(result.map(({ slot: { slotId }, name, initials }) => [slotId, name, initials])).toEqual([
      ['a', 'Marina Sample', 'MS'],
    ])
  })

  it('omits fields that are already signed', async () => {
    expect(await getFieldsToSign([sent('a'), sent('b')], [slot('a', 2), slot('b', 1, true)], 2)).toHaveLength(1)
  })

  it.each([
    ['the other party’s open signature field [C150]', [sent('b')], 403],
    ['a signature field of another policy', [sent('z')], 422],
    ['a signature field that is already signed', [sent('c')], 409],
    ['an unchanged signature field', [sent('c', { signatureImageId: 'i' })], 422],
    ['a missing name', [sent('a', { signedByName: '  ' })], 422],
    ['a missing image', [sent('a', { signedImage: null })], 422],
  ] as const)('rejects a request with %s', async (_, slots, status) => {
    const known = [slot('a', 2), slot('b', 1), slot('c', 2, true)]
    expect(await getStatus(() => getFieldsToSign([...slots], known, 2))).toBe(status)
  })
})

describe('requireElanyNotice', () => {
  it.each([
    [true, {}, 422],
    [true, { elanyNoticeAccepted: true }, 200],
    [true, { useTextSignature: true }, 200],
    [false, {}, 200],
  ])('checks the notice if required (%s) in the request %j: %i [C123]', async (needed, request, status) => {
    expect(await getStatus(() => requireElanyNotice(needed, request))).toBe(status)
  })
})

describe('getInitials', () => {
  it.each([
    ['Marina Sample', 'MS'],
    ['  ada  king lovelace ', 'AKL'],
    ['Élise', 'É'],
  ])('shortens %s to the initials %s [C121]', (name, initials) => {
    expect(getInitials(name)).toBe(initials)
  })
})

it('classifies a policy as signed if every signature of every document has a name [P183]', () => {
  const document = (...names: (string | null)[]) => ({ signatures: names.map((signedByName) => ({ signedByName })) })
  const signed = (...documents: ReturnType<typeof document>[]) => documents.every(isDocumentSigned)
  expect(signed(document('Marina Sample', 'Alex Agent'), document('Marina Sample'))).toBe(true)
  expect(signed(document('Marina Sample', null), document('Marina Sample'))).toBe(false)
  expect(signed(document('Marina Sample'), document(''))).toBe(false)
  expect(signed()).toBe(true)
})
