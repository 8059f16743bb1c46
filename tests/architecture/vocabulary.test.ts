import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chargeNames } from '@tideline/api/catalog/charges.ts'
import { auditActions, auditSubjects, coverages, lenderPays, products } from '@tideline/sdk/words'
import { describe, expect, it } from 'vitest'
import { listSources } from './list-sources.ts'

const root = join(import.meta.dirname, '../..')
const folders = ['api/src', 'portal-web/src', 'portal-web/kit', 'admin-web/src', 'cli/src']
const isCode = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)testing[/.]|db\/schema\.ts$/.test(path)

const files = folders.flatMap((folder) =>
  listSources(join(root, folder))
    .map((path) => `${folder}/${path}`)
    .filter(isCode),
)

/** Names of more than one word. Single words are skipped, because they can have other meanings. */
const names = [
  ...products.map(({ name }) => name),
  ...coverages.map(({ name }) => name),
  ...coverages.flatMap((coverage) => ('household' in coverage ? [coverage.household] : [])),
]

const spelledOutTerms: [what: string, pattern: RegExp][] = [
  ["a name of the contract's x-words", new RegExp(`\\b(${names.join('|')})\\b`, 'i')],
  ['who pays', new RegExp(`['"]${lenderPays}['"]`)],
  ['a prefix of policy numbers', new RegExp(`'(${products.map(({ prefix }) => prefix).join('|')})'`)],
  ['the coverage letters', /'A',\s*'B',\s*'[CD]'/],
  ['which products are earthquake', /=== 4 \|\| [\w.]+ === 5|\[4, 5\]|\bin \(4, 5\)/],
  ['which products are excess', /=== 6 \|\| [\w.]+ === 7|\[6, 7, 8\]|\bin \(6, 7, 8\)/],
  ['a payment type', /\b(?:typeId|paymentTypeId|payment_type_id)\b(?:: | [!=]== |', '=', | = | (?:not )?in \()\d/],
  ['a signing party', /\bparty\??(?:: | [!=]== | = )[12]\b/],
  ['a cancel reason', /\breasonCode(?:: | [!=]== )'\d\d'/],
]
/** Matches the regular expression for ids, which may appear only in its own file. */
const idPattern = /0-9a-f\]\{8\}\(?-\[0-9a-f/

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
const findRepeatedTerms = (source: string) =>
  spelledOutTerms.flatMap(([what, pattern]) => (pattern.test(source) ? [what] : []))

/** Returns the audit log actions that a source file contains as strings. */
const actionsIn = (source: string) =>
  source
    .split('\n')
    .filter((line) => /\baction: |\baudit\w*\(/.test(line))
    .flatMap((line) => line.match(/(?<=')[a-zA-Z]+\.[a-zA-Z]+(?=')/g) ?? [])
const unnamed = (ids: readonly string[], words: readonly { id: string }[]) =>
  [...new Set(ids)].filter((one) => !words.some(({ id }) => id === one))

describe('business terms', () => {
  const sources = files.map((file) => ({ file, source: withoutComments(readFileSync(join(root, file), 'utf8')) }))

  it('are defined only in the contract', () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(
      sources.flatMap(({ file, source }) => findRepeatedTerms(source).map((what) => `${file} spells ${what}`)),
    ).toEqual([])
  })

  it('include charge names that only one file defines (TAX-4)', () => {
    // Premium alone is also a heading.
    const charges = Object.values(chargeNames).filter((name) => name !== 'Premium')
    const charge = new RegExp(`['"](${charges.join('|')})['"]`)
    const found = sources.filter(({ source }) => charge.test(source)).map(({ file }) => file)
    expect(found).toEqual(['api/src/catalog/charges.ts'])
  })

  it('include a label for every audit log action and subject', () => {
    const ofTheApi = sources.filter(({ file }) => file.startsWith('api/src/'))
    const recordedActions = ofTheApi.flatMap(({ source }) => actionsIn(source))
    expect(recordedActions.length).toBeGreaterThan(80)
    expect(unnamed(recordedActions, auditActions)).toEqual([])
    const subjects = ofTheApi.flatMap(({ source }) =>
      [...source.matchAll(/\bentity: '(\w+)'/g)].map(([, kind = '']) => kind),
    )
    expect(unnamed(subjects, auditSubjects)).toEqual([])
  })

  it('use one id pattern, defined in a single file', () => {
    const found = sources.filter(({ source }) => idPattern.test(source)).map(({ file }) => file)
    expect(found).toEqual(['api/src/http/id.ts'])
  })
})

describe('business term check', () => {
  it('finds a repeated term regardless of letter case, and ignores comments', () => {
    const source = "const name = 'Residential flood'; const isQuake = productId === 4 || productId === 5"
    expect(findRepeatedTerms(source)).toEqual(["a name of the contract's x-words", 'which products are earthquake'])
    expect(findRepeatedTerms("typeId: 4, party === 1, reasonCode: '13'")).toEqual([
      'a payment type',
      'a signing party',
      'a cancel reason',
    ])
    expect(findRepeatedTerms('docTypeId: 4, typeId: PaymentType.card')).toEqual([])
    expect(findRepeatedTerms(withoutComments('/* Residential Flood */ // Loss of Rents'))).toEqual([])
    expect(unnamed(actionsIn("action: isNew ? 'note.create' : 'note.forget',"), auditActions)).toEqual(['note.forget'])
  })
})
