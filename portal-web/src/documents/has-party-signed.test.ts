import type { PolicyDocument } from '@tideline/sdk'
import { expect, it } from 'vitest'
import { hasPartySigned } from './has-party-signed.ts'

const done = { signedByName: 'Marina Sample', signedAt: '2026-11-20T15:04:05Z' }
const open = { signedByName: null, signedAt: null }
const paper = (...places: { signedByName: string | null; signedAt: string | null }[]) => ({
  partiesToSign: [2] as PolicyDocument['partiesToSign'],
  signatures: places.map((place, index) => ({ ...place, policyDocSignatureId: String(index), party: 2 as const })),
})

it('treats a document as unsigned while one of its signatures has no date [P184]', () => {
  expect(hasPartySigned(paper(done, done), 2)).toBe(true)
  expect(hasPartySigned(paper(done, { ...done, signedAt: null }), 2)).toBe(false)
  expect(hasPartySigned(paper(open, done), 2)).toBe(false)
})

it('returns undefined for a party that has nothing to sign', () => {
  expect(hasPartySigned(paper(done), 1)).toBeUndefined()
  expect(hasPartySigned(paper(), 2)).toBeUndefined()
  expect(hasPartySigned({ ...paper(open), partiesToSign: [1] }, 2)).toBeUndefined()
})
