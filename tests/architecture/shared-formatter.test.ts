import { join } from 'node:path'
import { expect, it } from 'vitest'
import { getSheets } from './css-use.ts'

const root = join(import.meta.dirname, '../..')

/** Patterns of code that formats a value without the shared formatter. */
const unsharedFormats: [what: string, pattern: RegExp][] = [
  ['a locale', /\.toLocale(?:String|DateString|TimeString|UpperCase|LowerCase)\(/],
  ['Intl', /\bIntl\./],
  ['decimals', /\.toFixed\(/],
  ['a day cut from a moment', /\.toISOString\(\)\s*\.(?:slice|substring|split)\(/],
  ["react-admin's own field", /<(?:DateField|NumberField|DataTable\.NumberCol)\b/],
]
const findUnsharedFormats = (text: string) =>
  unsharedFormats.flatMap(([what, pattern]) => (pattern.test(text) ? [what] : []))

const formatter = 'portal-web/kit/formats/format.ts'
const sources = ['portal-web/src', 'portal-web/kit', 'admin-web/src']
  .flatMap((folder) => getSheets(join(root, folder)).map(({ path, text }) => ({ path: `${folder}/${path}`, text })))
  .filter(({ path }) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path))

it('formats money, dates, numbers and lists in both apps only with the shared formatter', () => {
  expect(sources.length).toBeGreaterThan(500)
  const found = sources.flatMap(({ path, text }) => findUnsharedFormats(text).map((what) => `${path}: ${what}`))
  expect(found.filter((one) => !one.startsWith(formatter))).toEqual([])
})

it('detects values that are formatted without the shared formatter', () => {
  expect(findUnsharedFormats("const shown = count.toLocaleString('en-US')")).toEqual(['a locale'])
  expect(findUnsharedFormats('new Date().toISOString().slice(0, 10)')).toEqual(['a day cut from a moment'])
  expect(findUnsharedFormats('<DateField source="createdAt" />')).toEqual(["react-admin's own field"])
  expect(findUnsharedFormats('money(dollars.amount)')).toEqual([])
})
