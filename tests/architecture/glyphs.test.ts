import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { getSheets } from './css-use.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Matches arrows, technical symbols, shapes, and emoji. Each system renders them in a different font, weight, and
 * baseline.
 */
const symbolPattern =
  /[\u2139\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\u00ab\u00bb\u{1f000}-\u{1faff}]/u

/** Matches characters that are ordinary text within a sentence, but serve as an icon when they stand alone. */
const standaloneCharacter = />\s*[+×−!•]\s*<\/(?:button|Button|span)>|content:\s*["'][^"'\w\s]["']/

const findGlyphs = (text: string) =>
  [symbolPattern, standaloneCharacter].flatMap((pattern) => {
    const found = pattern.exec(text)
    return found ? [found[0]] : []
  })

const sources = [
  ...['portal-web/src', 'portal-web/kit'].flatMap((folder) =>
    getSheets(join(root, folder)).map(({ path, text }) => ({ path: `${folder}/${path}`, text })),
  ),
  ...['portal-web/index.html', 'api/src/providers/mail/mailbox.ts'].map((path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  })),
]

it('uses no text characters as icons in the portal and the mailbox pages', () => {
  const found = sources.flatMap(({ path, text }) => findGlyphs(text).map((glyph) => `${path}: ${glyph}`))
  expect(found).toEqual([])
})

it('distinguishes icon characters from characters in text', () => {
  expect(findGlyphs('<Badge icon="✓">')).toEqual(['✓'])
  expect(findGlyphs('<button type="button">\n  −\n</button>')).toHaveLength(1)
  expect(findGlyphs('li::before { content: "★" }')).toEqual(['★', 'content: "★"'])
  expect(findGlyphs('<td><span>–</span> 2 × 3 − 1</td>')).toEqual([])
})
