import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listSources } from './list-sources.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Preferred terms for everything that people read (screens, messages, emails, the contract, CLI help, guides), with
 * patterns of the terms to avoid.
 */
const words: [say: string, not: RegExp][] = [
  ['email', /\be-mails?\b/i],
  ['log in, log out', /\bsign(?:s|ed|ing)?[ -](?:in|out)\b/i],
  ['ZIP code', /\b[Zz]ip [Cc]odes?\b/],
  ['Declarations page', /['">\s]DecPage['"<\s]/],
]

/** Exceptions: text from the specification, and file names and wire formats that users never see. */
const specificationTexts = [
  "'Sign Out'",
  'Are you sure you want to sign out?',
  "'Zip Code'",
  // The term is about signing documents, not about logging in.
  'Places to sign in',
  'signs in your pages',
  // Name of the document on the wire. Users see a different label.
  "docName === 'DecPage'",
]
const isFileName = /['"`/][\w./@-]*sign-(?:in|out)[\w.-]*['"`]|'sign out and go/

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, '')).replace(/(^|\s)\/\/.*$/gm, '$1')

function findWrongTerms(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    if (isFileName.test(line)) return []
    const left = specificationTexts.reduce((rest, message) => rest.replaceAll(message, ''), line)
    return words.flatMap(([say, not]) => (not.test(left) ? [`${line.trim()} (say: ${say})`] : []))
  })
}

const kinds: [folder: string, kind: RegExp][] = [
  ['portal-web/src', /\.tsx?$/],
  ['portal-web/kit', /\.tsx?$/],
  ['admin-web/src', /\.tsx?$/],
  ['api/src', /\.ts$/],
  ['cli/src', /\.ts$/],
  ['openapi', /\.yaml$/],
  ['docs/guides', /\.md$/],
]
const isTestFile = /\.test\.tsx?$|(?:^|\/)(?:testing|demo-book)\//
/** Files that contain the document types with the names in the contract. */
const named = ['api/src/documents/document-catalog.ts', 'openapi/examples/']

it('uses one term per concept in screens, messages, the contract, the CLI and the guides', () => {
  const read = kinds.flatMap(([folder, kind]) =>
    listSources(join(root, folder))
      .filter((path) => kind.test(path) && !isTestFile.test(path))
      .map((path) => `${folder}/${path}`),
  )
  expect(read.length).toBeGreaterThan(1500)
  const found = read.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const others = findWrongTerms(/\.tsx?$/.test(path) ? withoutComments(text) : text)
    return others
      .filter((one) => !(one.includes('Declarations page') && named.some((place) => path.startsWith(place))))
      .map((one) => `${path}: ${one}`)
  })
  expect(found).toEqual([])
})

it('detects wrong terms but ignores text from the specification', () => {
  expect(findWrongTerms('label="E-mail"')).toHaveLength(1)
  expect(findWrongTerms('Sign in to go on.')).toHaveLength(1)
  expect(findWrongTerms('Enter the zip code.')).toHaveLength(1)
  expect(findWrongTerms("{ label: 'Zip Code' }")).toEqual([])
  expect(findWrongTerms("import { signOut } from './sign-in.ts'")).toEqual([])
  expect(findWrongTerms('Enter the ZIP code, and log in.')).toEqual([])
})
