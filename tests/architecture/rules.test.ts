import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/rules')

interface Rule {
  id: string
  file: string
  body: string
}

/**
 * Rules in docs/rules. Each rule has a heading such as `### CAN-3 Title`, plain sentences, and one line that states its
 * origin.
 */
const rules: Rule[] = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split(/^### /m)
      .slice(1)
      .map((section) => ({ id: section.split(' ', 1)[0] as string, file, body: section })),
  )
const ids = new Set(rules.map(({ id }) => id))
const prefixes = [...new Set(rules.map(({ id }) => id.split('-')[0] as string))]

/** Returns the rule ids in a text. Skips payment ids, such as a quoted `'PAY-1'` and `PAY-3000109-1`. */
const referencesIn = (text: string) =>
  [...text.matchAll(new RegExp(`(?<!['"\`>\\w-])(?:${prefixes.join('|')})-\\d{1,2}(?![\\w-])`, 'g'))].map(([id]) => id)

const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql', '*.yaml', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => !path.startsWith('docs/rules/') && path !== 'tests/architecture/rules.test.ts')

/** Detects references to documents that are not in the repository. */
const citesOtherDocument = (text: string) => /\b([Dd]ecisions?|[Ss]pec(ification)?s?) \d|\b[Dd]omain notes\b/.test(text)

/**
 * Returns the text of a file. For a migration, returns only the comments, because its statements contain data that
 * cannot be changed.
 */
function getCheckedText(path: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  return path.endsWith('.sql') ? getSqlComments(text) : text
}

const getSqlComments = (text: string) => (text.match(/--.*|\/\*[\s\S]*?\*\//g) ?? []).join('\n')

describe('business rules in docs/rules', () => {
  it('have unique ids', () => {
    expect(rules.map(({ id }) => id).filter((id, index, all) => all.indexOf(id) !== index)).toEqual([])
    expect(rules.filter(({ id }) => !/^[A-Z]{2,4}-\d{1,2}$/.test(id))).toEqual([])
  })

  it('state their origin in one line', () => {
    expect(rules.filter(({ body }) => (body.match(/^Origin: .+\.$/gm) ?? []).length !== 1).map(({ id }) => id)).toEqual(
      [],
    )
  })

  it('have at most three sentences', () => {
    const sentences = (body: string) =>
      body
        .split('\n')
        .slice(1)
        .filter((line) => line && !line.startsWith('Origin:'))
        .join(' ')
        .split(/(?<=[.!?])\s+(?=[A-Z"`])/).length
    expect(rules.filter(({ body }) => sentences(body) > 3).map(({ id }) => id)).toEqual([])
  })

  it('are listed in the index by file', () => {
    const index = readFileSync(join(folder, 'README.md'), 'utf8')
    for (const { id, file } of rules) {
      expect(index, file).toContain(`(${file})`)
      expect(index, id).toContain(`\`${id.split('-')[0]}\``)
    }
  })

  it('include every rule that code, tests and documents cite', () => {
    const unknown = sources.flatMap((path) =>
      referencesIn(readFileSync(join(root, path), 'utf8'))
        .filter((id) => !ids.has(id))
        .map((id) => `${path}: ${id}`),
    )
    expect(unknown).toEqual([])
  })

  it('are cited instead of documents outside the repository', () => {
    const outside = sources
      .filter((path) => !path.startsWith('tests/requirements/'))
      .filter((path) => citesOtherDocument(getCheckedText(path)))
    expect(outside).toEqual([])
  })

  it('replace references to other documents in migration comments, but not in stored data', () => {
    for (const comment of ['-- See decision 18.', '  -- Spec 2.', '-- (decisions 71, 86)', '-- Rates: domain notes.'])
      expect(citesOtherDocument(getSqlComments(`${comment}\nselect 1;`)), comment).toBe(true)
    expect(citesOtherDocument(getSqlComments('select 1; /* decision 18 */'))).toBe(true)
    expect(citesOtherDocument(getSqlComments("-- CAN-1\ninsert into x values ('decision 18; NFIP 01');"))).toBe(false)
  })

  it('have ids that cannot be confused with payment ids', () => {
    expect(referencesIn("see CAN-98 and 'PAY-1', PAY-3000109-1")).toEqual(['CAN-98'])
    expect(ids.has('CAN-98')).toBe(false)
  })
})
