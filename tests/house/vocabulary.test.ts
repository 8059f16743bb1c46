import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chargeNames } from '@tideline/api/catalogue/charges.ts'
import { coverages, lenderPays, products } from '@tideline/sdk/words'
import { describe, expect, it } from 'vitest'
import { sourcesIn } from './sources.ts'

const root = join(import.meta.dirname, '../..')
const folders = ['api/src', 'portal-web/src', 'portal-web/kit', 'admin-web/src', 'cli/src']
const isCode = (path: string) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|(^|\/)testing\//.test(path)

const files = folders.flatMap((folder) =>
  sourcesIn(join(root, folder))
    .map((path) => `${folder}/${path}`)
    .filter(isCode),
)

/** Names of more than one word; a single word may stand for something else. */
const names = [
  ...products.map(({ name }) => name),
  ...coverages.map(({ name }) => name),
  ...coverages.flatMap((coverage) => ('household' in coverage ? [coverage.household] : [])),
]

const spelled: [what: string, pattern: RegExp][] = [
  ["a name of the contract's x-words", new RegExp(`\\b(${names.join('|')})\\b`, 'i')],
  ['who pays', new RegExp(`['"]${lenderPays}['"]`)],
  ['a prefix of policy numbers', new RegExp(`'(${products.map(({ prefix }) => prefix).join('|')})'`)],
  ['the coverage letters', /'A',\s*'B',\s*'[CD]'/],
  ['which products are earthquake', /=== 4 \|\| [\w.]+ === 5|\[4, 5\]|\bin \(4, 5\)/],
  ['which products are excess', /=== 6 \|\| [\w.]+ === 7|\[6, 7, 8\]|\bin \(6, 7, 8\)/],
]
/** The pattern of ids has a file of its own, the contract's Id beside it. */
const idPattern = /0-9a-f\]\{8\}\(?-\[0-9a-f/

const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
const repeated = (source: string) => spelled.flatMap(([what, pattern]) => (pattern.test(source) ? [what] : []))

describe('the words of the business', () => {
  const sources = files.map((file) => ({ file, source: withoutComments(readFileSync(join(root, file), 'utf8')) }))

  it('are written in the contract alone', () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(sources.flatMap(({ file, source }) => repeated(source).map((what) => `${file} spells ${what}`))).toEqual([])
  })

  it('have one list of charges (decision 87)', () => {
    // The fee of a card is a transaction fee, too.
    const charges = Object.values(chargeNames).filter((name) => name !== 'Transaction fee')
    const charge = new RegExp(`['"](${charges.join('|')})['"]`)
    const found = sources.filter(({ source }) => charge.test(source)).map(({ file }) => file)
    expect(found).toEqual(['api/src/catalogue/charges.ts'])
  })

  it('have one pattern of ids', () => {
    const found = sources.filter(({ source }) => idPattern.test(source)).map(({ file }) => file)
    expect(found).toEqual(['api/src/http/id.ts'])
  })
})

describe('the check itself', () => {
  it('finds a second spelling, in any case, and leaves comments out', () => {
    const source = "const name = 'Residential flood'; const isQuake = productId === 4 || productId === 5"
    expect(repeated(source)).toEqual(["a name of the contract's x-words", 'which products are earthquake'])
    expect(repeated(withoutComments('/* Residential Flood */ // Loss of Rents'))).toEqual([])
  })
})
