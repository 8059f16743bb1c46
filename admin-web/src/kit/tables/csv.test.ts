import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('writes a CSV column for each field found in any row, and quotes special characters', () => {
  expect(
    toCsv([
      { id: 1, name: 'Sample, "Casey"', roles: ['a', 'b'] },
      { id: 2, phone: null, more: 'two\nlines' },
    ]),
  ).toBe('id,name,roles,phone,more\n1,"Sample, ""Casey""","[""a"",""b""]",,\n2,,,,"two\nlines"\n')
})

test('escapes CSV values that a spreadsheet would run as formulas, but not negative numbers', () => {
  expect(toCsv([{ payer: '=HYPERLINK("http://example.com")', amount: -12.5 }])).toBe(
    `payer,amount\n"'=HYPERLINK(""http://example.com"")",-12.5\n`,
  )
})
