import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../docs')
const text = readFileSync(join(folder, 'security.md'), 'utf8')

/** Links to files, each with the test title that is quoted after it. */
const links = [...text.matchAll(/\]\((?!#|https?:)([^)#]+)[^)]*\)(?:: "([^"]+)")?/g)].map(([, path = '', title]) => ({
  path,
  title,
}))

/** Returns the quoted titles that are missing in the linked files. */
const findMissingTitles = (quotes: typeof links) =>
  quotes.filter(({ path, title }) => {
    if (title === undefined) return false
    const source = readFileSync(join(folder, path), 'utf8')
    return !["'", '"', '`'].some((quote) => source.includes(`(${quote}${title}${quote}, `))
  })

describe('docs/security.md', () => {
  it('links only to files that exist', () => {
    expect(links.length).toBeGreaterThan(60)
    expect(links.filter(({ path }) => !existsSync(join(folder, path)))).toEqual([])
  })

  it('quotes the title of every test that it links', () => {
    expect(links.filter(({ path, title }) => /\.(test|spec)\.tsx?$/.test(path) && title === undefined)).toEqual([])
    expect(findMissingTitles(links)).toEqual([])
  })

  it('is checked by a search that finds a wrong title', () => {
    const path = '../tests/architecture/security.test.ts'
    expect(findMissingTitles([{ path, title: 'proves something that no test proves' }])).toHaveLength(1)
  })

  it('has a row for each of the 17 chapters of OWASP ASVS 5.0', () => {
    const chapters = [...text.matchAll(/^\|\s\*\*V(\d+) /gm)].map(([, number]) => Number(number))
    expect(chapters).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
  })
})
