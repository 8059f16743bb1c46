import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fromText, typedQuery } from './query.ts'

describe('a value of the query string becomes the type of the contract', () => {
  test.each([
    ['20', 'integer', 20],
    ['-3', 'integer', -3],
    ['1317.75', 'number', 1317.75],
    ['20x', 'integer', '20x'],
    ['', 'integer', ''],
    ['true', 'boolean', true],
    ['false', 'boolean', false],
    ['0', 'boolean', '0'],
    ['a,b', 'array', ['a', 'b']],
    [['a', 'b'], 'array', ['a', 'b']],
  ] as const)('%j as %s is %j', (text, type, value) => {
    expect(fromText(text, type)).toEqual(value)
  })
})

test('a value that does not look like its type is refused by the schema with its name', () => {
  const schema = typedQuery(z.object({ take: z.int().max(1000).optional() }), { take: 'integer' })
  expect(schema.parse({ take: '20' })).toEqual({ take: 20 })
  expect(schema.safeParse({ take: 'many' }).error?.issues[0]?.path).toEqual(['take'])
  expect(schema.parse({})).toEqual({})
})
