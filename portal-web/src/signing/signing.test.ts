import type { DocumentWithSignatures, PolicySignature } from '@tideline/sdk'
import { describe, expect, it } from 'vitest'
import { initialsOf } from './initials.ts'
import { notApplicable, type SignatureEntry } from './signature-form.ts'
import { mayContinue, openSlots, type Signature, withSignature } from './slots.ts'

describe('initials', () => {
  it.each([
    ['Marina Sample', 'MS'],
    ['  ana maría de la Cruz ', 'AMDLC'],
    ['Jean-Luc Picard', 'JLP'],
    ['Élodie', 'É'],
    ['', ''],
  ])('of %j are %j [C121]', (name, initials) => expect(initialsOf(name)).toBe(initials))
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

const signature: Signature = {
  name: 'Marina Sample',
  initials: 'MS',
  signatureImage: 'data:image/png;base64,S',
  initialsImage: 'data:image/png;base64,I',
  isTyped: false,
  elanyNoticeAccepted: false,
}

describe('the places to sign', () => {
  it('are those of the party that carry no image id', () => {
    expect(openSlots(documents, 2).map((open) => open.policyDocSignatureId)).toEqual(['1', '2', '4'])
  })
  it('take the one signature, the initials where initials are asked for [C093]', () => {
    const signed = withSignature(documents, new Set(['1', '2']), signature).flatMap(({ signatures }) => signatures)
    expect(signed.map(({ signedImage }) => signedImage)).toEqual([
      'data:image/png;base64,S',
      'data:image/png;base64,I',
      null,
      null,
      null,
    ])
  })
  it('let the signer continue only when each has an image [C092]', () => {
    const open = openSlots(documents, 2)
    expect(mayContinue(open, new Set(['1', '2']))).toBe(false)
    expect(mayContinue(open, new Set(['1', '2', '4']))).toBe(true)
  })
})

const entry: SignatureEntry = {
  name: 'Marina Sample',
  initials: 'MS',
  hasDrawnSignature: true,
  hasDrawnInitials: true,
  isTyped: false,
  needsElanyNotice: false,
  elanyNoticeAccepted: false,
}

describe('a signature can be applied', () => {
  it('when all is filled', () => expect(notApplicable(entry)).toBeUndefined())
  it.each([
    ['a name [C119]', { name: ' ' }],
    ['a name of at most 50 characters [C120]', { name: 'x'.repeat(51) }],
    ['initials [C122]', { initials: '' }],
    ['a drawn signature [C122]', { hasDrawnSignature: false }],
    ['drawn initials [C122]', { hasDrawnInitials: false }],
    ['the ELANY notice on New York property [C123]', { needsElanyNotice: true }],
  ])('not without %s', (_, is) => expect(notApplicable({ ...entry, ...is })).toBeTypeOf('string'))
  it('with 50 characters [C120]', () => expect(notApplicable({ ...entry, name: 'x'.repeat(50) })).toBeUndefined())
  it('as text without drawing and without the ELANY notice [C123]', () => {
    const typed = { isTyped: true, hasDrawnSignature: false, hasDrawnInitials: false, needsElanyNotice: true }
    expect(notApplicable({ ...entry, ...typed })).toBeUndefined()
  })
})
