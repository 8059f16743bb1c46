import { expect, test } from 'vitest'
import { shown, toJson, typed } from './labels.ts'

test.each([
  ['"support@example.com"', 'support@example.com'],
  ['25000', '25,000'],
  ['true', 'Yes'],
  ['["100100","100110"]', '100100, 100110'],
  ['null', '–'],
  ['[]', '–'],
  ['{"Bayside":1}', '{"Bayside":1}'],
])('the value %s reads as %s', (json, words) => {
  expect(shown(json)).toBe(words)
})

test.each([
  ['text', '"a"', '"b"'],
  ['text', 'null', 'null'],
  ['number', '25000', '0'],
  ['flag', 'true', 'false'],
  ['list', '["100100","100110"]', '[]'],
  ['json', '{"a":[1,2]}', '{}'],
] as const)('a %s that is typed as it is stays the same: %s', (kind, json, defaultValue) => {
  expect(JSON.parse(toJson(typed(json, kind), { kind, defaultValue }))).toEqual(JSON.parse(json))
})

test('an amount may be typed with separators, a list with commas; nothing typed is nothing where that may be', () => {
  expect(toJson('30,000.50', { kind: 'number', defaultValue: '0' })).toBe('30000.5')
  expect(toJson('100100, 100110\n', { kind: 'list', defaultValue: '[]' })).toBe('["100100","100110"]')
  expect(toJson('  ', { kind: 'text', defaultValue: 'null' })).toBe('null')
  expect(toJson(null, { kind: 'text', defaultValue: '""' })).toBe('""')
})
