import { expect, test } from 'vitest'
import {
  formatSettingArea,
  formatSettingKey,
  formatSettingName,
  formatSettingValue,
  toFormInput,
  toSettingJson,
} from './labels.ts'

test.each([
  ['"support@example.com"', 'support@example.com'],
  ['25000', '25,000'],
  ['true', 'Yes'],
  ['["100100","100110"]', '100100, 100110'],
  ['null', '–'],
  ['[]', '–'],
  ['{"secCode":"CCD","fillsBlocks":true}', 'Sec code: CCD; Fills blocks: true'],
  ['{"Bayside":{"file":[1,8]}}', 'Bayside: {"file":[1,8]}'],
  ['{}', '–'],
])('formats the setting value %s as %s', (json, words) => {
  expect(formatSettingValue(json)).toBe(words)
})

test.each([
  ['text', '"a"', '"b"'],
  ['text', 'null', 'null'],
  ['number', '25000', '0'],
  ['flag', 'true', 'false'],
  ['list', '["100100","100110"]', '[]'],
  ['json', '{"a":[1,2]}', '{}'],
] as const)(
  'converts a %s setting to form input and back without changing the value %s',
  (kind, json, defaultValue) => {
    expect(JSON.parse(toSettingJson(toFormInput(json, kind), { kind, defaultValue }))).toEqual(JSON.parse(json))
  },
)

test('parses setting input with thousands separators, comma-separated lists and empty input', () => {
  expect(toSettingJson('30,000.50', { kind: 'number', defaultValue: '0' })).toBe('30000.5')
  expect(toSettingJson('100100, 100110\n', { kind: 'list', defaultValue: '[]' })).toBe('["100100","100110"]')
  expect(toSettingJson('  ', { kind: 'text', defaultValue: 'null' })).toBe('null')
  expect(toSettingJson(null, { kind: 'text', defaultValue: '""' })).toBe('""')
})

test.each([
  ['links.agentPortal', 'Links', 'Agent portal', 'Links: agent portal'],
  ['checks.secondPersonAbove', 'Checks', 'Second approval of checks above', 'Second approval of checks above'],
  [
    'secondFactor.staff',
    'Two-factor authentication',
    'Staff two-factor authentication',
    'Staff two-factor authentication',
  ],
  ['brand', '', 'Brand', 'Brand'],
  ['chat.enabled', 'Chat', 'Chat assistant', 'Chat assistant'],
])('formats the setting key %s as the area “%s” with the name %s', (key, area, name, full) => {
  expect([formatSettingArea(key), formatSettingName(key), formatSettingKey(key)]).toEqual([area, name, full])
})
