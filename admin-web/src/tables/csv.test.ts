import { expect, test } from 'vitest'
import { asCsv } from './csv.ts'

test('a file has a column for every field of any row, and quotes what would break it', () => {
  expect(
    asCsv([
      { id: 1, name: 'Sample, "Casey"', roles: ['a', 'b'] },
      { id: 2, phone: null, more: 'two\nlines' },
    ]),
  ).toBe('id,name,roles,phone,more\n1,"Sample, ""Casey""","[""a"",""b""]",,\n2,,,,"two\nlines"\n')
})

test('a text that a spreadsheet would run as a formula is marked as text; a number below zero is none', () => {
  expect(asCsv([{ payer: '=HYPERLINK("http://example.com")', amount: -12.5 }])).toBe(
    `payer,amount\n"'=HYPERLINK(""http://example.com"")",-12.5\n`,
  )
})
