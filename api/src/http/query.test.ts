import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseQueryValue, typedQuery } from './query.ts'

describe('query value conversion', () => {
  test.each([
    ['20', 'integer', 20],
    ['-3', 'integer', -3],
    ['1317.75', 'number', 1317.75],
    ['20x', 'integer', '20x'],
    ['', 'integer', ''],
    ['true', 'boolean', true],
    ['false', 'boolean', false],
    ['0', 'boolean', '0'],
    ['[0,24]', 'json', [0, 24]],
    ['{"q":"a"}', 'json', { q: 'a' }],
    ['{"q":', 'json', '{"q":'],
  ] as const)('converts %j with the type %s to %j', (text, type, value) => {
    expect(parseQueryValue(text, type)).toEqual(value)
  })
})

test('rejects a query value of the wrong type and names the parameter', () => {
  const schema = typedQuery(z.object({ take: z.int().max(1000).optional() }), { take: 'integer' })
  expect(schema.parse({ take: '20' })).toEqual({ take: 20 })
  expect(schema.safeParse({ take: 'many' }).error?.issues[0]?.path).toEqual(['take'])
  expect(schema.parse({})).toEqual({})
})

test('rejects undeclared query parameters, undeclared JSON fields and text that cannot be stored', () => {
  const filter = z.object({ q: z.string().optional() }).optional()
  const schema = typedQuery(z.object({ filter }), { filter: 'json' })
  expect(schema.parse({ filter: '{"q":"a"}' })).toEqual({ filter: { q: 'a' } })
  expect(schema.safeParse({ other: '1' }).error?.issues[0]).toMatchObject({ code: 'unrecognized_keys', path: [] })
  for (const [given, path] of [
    ['{"p":"a"}', 'filter'],
    ['nothing', 'filter'],
    ['["q"]', 'filter'],
    ['{"q":"\\u0000"}', 'filter.q'],
  ] as const)
    expect(schema.safeParse({ filter: given }).error?.issues[0]?.path.join('.'), given).toBe(path)
})
