import type { DocumentWithSignatures, PolicySignature } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { getInitials } from './initials.ts'
import {
  filterCancellationDocuments,
  getUnsignedPlaces,
  hasPlacedAllSignatures,
  insertSignature,
  type SignatureInput,
} from './place-signatures.ts'
import { getFirstSignatureProblem, isPrintableText, type SignatureFormValues } from './signature-form.ts'
import { fitStrokes, getStrokesFrame } from './strokes.ts'

describe('getInitials', () => {
  it.each([
    ['Marina Sample', 'MS'],
    ['  ana maría de la Cruz ', 'AMDLC'],
    ['Jean-Luc Picard', 'JLP'],
    ['Élodie', 'É'],
    ['', ''],
  ])('turns the name %j into the initials %j [C121]', (name, initials) => expect(getInitials(name)).toBe(initials))
})

const slot = (id: string, is: Partial<PolicySignature> = {}) =>
  ({
    policyDocSignatureId: id,
    party: 2,
    kind: 'signature',
    signedAt: null,
    signatureImageId: null,
    signedImage: null,
    ...is,
  }) as PolicySignature

const documents = [
  { policyDocId: 'a', signatures: [slot('1'), slot('2', { kind: 'initials' }), slot('3', { party: 1 })] },
  { policyDocId: 'b', signatures: [slot('4'), slot('5', { signatureImageId: 'done' })] },
] as DocumentWithSignatures[]

const signature: SignatureInput = {
  name: 'Marina Sample',
  initials: 'MS',
  signatureImage: 'data:image/png;base64,S',
  initialsImage: 'data:image/png;base64,I',
  isTyped: false,
  elanyNoticeAccepted: false,
}

describe('signature field list', () => {
  it("includes the party's own fields that have no image id", () => {
    expect(getUnsignedPlaces(documents, 2).map((open) => open.policyDocSignatureId)).toEqual(['1', '2', '4'])
  })
  it('assigns the signature, or the initials if a field requires initials [C093]', () => {
    const signed = insertSignature(documents, new Set(['1', '2']), signature).flatMap(({ signatures }) => signatures)
    expect(signed.map(({ signedImage }) => signedImage)).toEqual([
      'data:image/png;base64,S',
      'data:image/png;base64,I',
      null,
      null,
      null,
    ])
  })
  it('lets the signer continue only when every field has an image [C092]', () => {
    const open = getUnsignedPlaces(documents, 2)
    expect(hasPlacedAllSignatures(open, new Set(['1', '2']))).toBe(false)
    expect(hasPlacedAllSignatures(open, new Set(['1', '2', '4']))).toBe(true)
  })
})

const entry: SignatureFormValues = {
  name: 'Marina Sample',
  initials: 'MS',
  hasDrawnSignature: true,
  hasDrawnInitials: true,
  needsInitials: true,
  isTyped: false,
  needsElanyNotice: false,
  elanyNoticeAccepted: false,
}

describe('signature', () => {
  it('can be applied when all values are present', () => expect(getFirstSignatureProblem(entry)).toBeUndefined())
  it.each([
    ['a name [C119]', { name: ' ' }],
    ['a name of at most 50 characters [C120]', { name: 'x'.repeat(51) }],
    ['initials [C122]', { initials: '' }],
    ['a drawn signature [C122]', { hasDrawnSignature: false }],
    ['drawn initials [C122]', { hasDrawnInitials: false }],
    ['the ELANY notice on New York property [C123]', { needsElanyNotice: true }],
  ])('cannot be applied without %s', (_, is) =>
    expect(getFirstSignatureProblem({ ...entry, ...is })).toBeTypeOf('string'),
  )
  it('can be applied with a name of 50 characters [C120]', () =>
    expect(getFirstSignatureProblem({ ...entry, name: 'x'.repeat(50) })).toBeUndefined())
  it('can be applied as text with neither a drawing nor the ELANY notice [C123]', () => {
    const typed = { isTyped: true, hasDrawnSignature: false, hasDrawnInitials: false, needsElanyNotice: true }
    expect(getFirstSignatureProblem({ ...entry, ...typed })).toBeUndefined()
  })
})

const stroke = (...points: [x: number, y: number][]) => ({
  ...{ dotSize: 0, minWidth: 1, maxWidth: 2.6, penColor: '#14212e', velocityFilterWeight: 0.7 },
  compositeOperation: 'source-over' as const,
  points: points.map(([x, y]) => ({ x, y, pressure: 0.5, time: 1 })),
})
const extent = (strokes: ReturnType<typeof fitStrokes>) => {
  const points = strokes.flatMap((one) => one.points)
  return [Math.max(...points.map(({ x }) => x)), Math.max(...points.map(({ y }) => y))]
}

describe('signature drawing', () => {
  const wide = [stroke([20, 30], [700, 100])]
  it('is scaled down to fit when a phone is rotated to portrait', () => {
    const [right, bottom] = extent(fitStrokes(wide, { width: 358, height: 132 }))
    expect(right).toBeCloseTo(350)
    expect(bottom).toBeCloseTo(50)
  })
  it('keeps its size if there is enough space', () =>
    expect(fitStrokes(wide, { width: 812, height: 132 })).toEqual(wide))
  it('is scaled down to fit a shorter signature box', () =>
    expect(extent(fitStrokes([stroke([20, 20], [60, 124])], { width: 254, height: 96 }))[1]).toBeCloseTo(88))
  it('is exported without the surrounding empty space', () =>
    expect(getStrokesFrame(wide)).toEqual({ x: 12, y: 22, width: 696, height: 86 }))
  it('keeps a single dot small in the exported image', () =>
    expect(getStrokesFrame([stroke([50, 50])])).toEqual({ x: -10, y: 30, width: 120, height: 40 }))
})

describe('isPrintableText', () => {
  it.each(['Marina Sample', "Anne-Marie O'Neil", 'José Ñúñez', 'Łukasz Świątek', 'Nguyễn Văn Đức', 'Bjørn Œuvre'])(
    'accepts the name %s in documents',
    (name) => expect(isPrintableText(name)).toBe(true),
  )
  it.each(['李明', 'Олена', 'Marina 🌊', '‮Marina'])('rejects the name %s in documents', (name) =>
    expect(isPrintableText(name)).toBe(false),
  )
})

it('signs only the document types 8 and 12 for a cancellation [D402]', () => {
  expect(filterCancellationDocuments([2, 8, 11, 12, 14].map((docTypeId) => ({ docTypeId })))).toEqual([
    { docTypeId: 8 },
    { docTypeId: 12 },
  ])
})
