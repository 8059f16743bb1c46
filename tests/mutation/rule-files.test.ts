import { describe, expect, it } from 'vitest'
import { areas, findRuleFiles, getArea, isRuleFile } from './rule-files.ts'

describe('findRuleFiles', () => {
  it.each(areas)('finds rule files in the area %s', (area) => {
    const files = findRuleFiles(area)
    expect(files).not.toEqual([])
    expect(files.map(getArea)).toEqual(files.map(() => area))
  })
})

describe('isRuleFile', () => {
  it('includes a file that contains only pure functions', () => {
    expect(isRuleFile('api/src/pricing/term.ts', 'export const half = (cents: number) => cents / 2')).toBe(true)
  })

  it.each([
    ['an asynchronous function', 'term.ts', 'export async function load() {}'],
    ['a promise', 'term.ts', 'export const load = (): Promise<void> => read()'],
    ['SQL', 'term.ts', 'export const due = sql`select 1`'],
    ['a named SQL expression', 'term.ts', 'export const dueSql = "select 1"'],
    ['a test', 'term.test.ts', ''],
    ['a route', 'getTerm.route.ts', ''],
    ['a list of routes', 'routes.ts', ''],
    ['event declarations', 'events.ts', ''],
  ])('excludes a file with %s', (_, name, text) => {
    expect(isRuleFile(`api/src/pricing/${name}`, text)).toBe(false)
  })
})
