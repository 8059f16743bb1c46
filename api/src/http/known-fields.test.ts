import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { findClosestName, getKnownFields } from './known-fields.ts'
import { strictBody } from './strict-body.ts'

describe('findClosestName', () => {
  const known = ['InsuredName', 'AgentNumber', 'take', 'skip', 'q']
  it.each([
    ['insuredNme', 'InsuredName'],
    ['insured_name', 'InsuredName'],
    ['Take', 'take'],
    ['tak', 'take'],
    ['Q', 'q'],
    ['limit', undefined],
    ['x', undefined],
    ['', undefined],
    ['InsuredName'.repeat(100), undefined],
  ])('returns the declared name that is most similar to %j: %j', (name, closest) => {
    expect(findClosestName(name, known)).toBe(closest)
  })
})

describe('getKnownFields', () => {
  const note = z.object({ text: z.string() })
  const schema = strictBody(
    z.object({
      notes: z.array(note).optional(),
      either: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]).nullable(),
    }),
  )
  it.each<[PropertyKey[], string[]]>([
    [[], ['notes', 'either']],
    [['notes', 0], ['text']],
    [['either'], ['a', 'b']],
    [['constructor'], []],
    [['notes', 0, 'text'], []],
  ])('returns the declared names at path %j', (path, names) => {
    expect(getKnownFields(schema, path)).toEqual(names)
  })
})
