import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { strictBody } from './strict-body.ts'

const known = z.object({ PolicyNo: z.string() })

describe('strict validation of request bodies', () => {
  test('rejects an object with an unknown field and names the field', () => {
    const { error } = strictBody(known).safeParse({ PolicyNo: 'RFL3000101', policyNo: 'x' })
    expect(error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', keys: ['policyNo'] })
    expect(strictBody(known).parse({ PolicyNo: 'RFL3000101' })).toEqual({ PolicyNo: 'RFL3000101' })
  })

  test('rejects a field that no option of a union declares, and accepts fields of any option', () => {
    const either = strictBody(z.union([known, z.object({ policyNo: z.string() })]))
    expect(either.parse({ policyNo: 'RFL3000101' })).toEqual({ policyNo: 'RFL3000101' })
    expect(either.safeParse({ policyNo: 'RFL3000101', extra: 1 }).success).toBe(false)
  })

  test('rejects unknown fields at any depth, even in optional, nullable, union and list types', () => {
    const note = z.object({ Note: z.string() })
    const schema = strictBody(
      z.object({
        a: note.nullable().optional(),
        b: z
          .array(z.union([note, z.string()]))
          .max(2)
          .default([]),
      }),
    )
    const fields = (value: unknown) => schema.safeParse(value).error?.issues.map(({ path }) => path.join('.'))
    expect(fields({ a: { Note: '', Privat: true } })).toEqual(['a'])
    expect(fields({ b: [{ Note: '', Privat: true }] })).toEqual(['b.0'])
    expect(fields({ a: null, b: ['', '', ''] })).toEqual(['b'])
    expect(schema.parse({ a: { Note: '' } })).toEqual({ a: { Note: '' }, b: [] })
  })

  test('accepts unknown fields when the schema has a catchall', () => {
    const parts = z.object({}).catchall(z.string())
    expect(strictBody(parts).parse({ deed: 'file' })).toEqual({ deed: 'file' })
  })
})
