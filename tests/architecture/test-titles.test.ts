import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listSources } from './list-sources.ts'
import { findTestTitles, findTitleProblem } from './test-titles.ts'

const root = join(import.meta.dirname, '../..')
const folders = ['admin-web/src', 'api', 'cli', 'openapi', 'portal-web', 'scripts', 'sdk', 'tests']
const files = folders.flatMap((folder) =>
  listSources(join(root, folder))
    .filter((path) => /\.(?:test|spec)\.tsx?$/.test(path))
    .map((path) => join(folder, path)),
)

describe('test titles', () => {
  it('are statements that begin with a verb in the present tense', () => {
    const titles = files.flatMap((file) =>
      findTestTitles(readFileSync(join(root, file), 'utf8')).map((title) => ({ file, title })),
    )
    expect(titles.length).toBeGreaterThan(3500)
    const found = titles.flatMap(({ file, title }) => {
      const problem = findTitleProblem(title)
      return problem ? [`${file}: ${problem}`] : []
    })
    expect(found).toEqual([])
  })

  it('are found in tests with modifiers and in nested describe blocks', () => {
    const source = `describe('route', () => { describe.each([1])('with %i', () => {
      it.each([['x']])('rejects %s', () => {}); test(\`returns \${status}\`, () => test.step('open', () => {})) }) })
      test.describe('screen', () => { test.only('shows the list', () => {}) })`
    expect(findTestTitles(source)).toEqual([
      { describes: ['route', 'with %i'], title: 'rejects %s' },
      { describes: ['route', 'with %i'], title: `returns ${'$'}{status}` },
      { describes: ['screen'], title: 'shows the list' },
    ])
  })

  it.each([
    ['the list of policies', 'must begin with a verb in the present tense'],
    ['should list policies of the agency', 'must begin with a verb in the present tense'],
    ['lists policies [P100]', 'must have at least four words'],
  ])('are rejected if they are not statements: %s', (title, problem) => {
    expect(findTitleProblem({ describes: [], title })).toBe(`"${title}" ${problem}`)
  })
})
