import { join } from 'node:path'
import { expect, it } from 'vitest'
import { getSheets } from './css-use.ts'

const root = join(import.meta.dirname, '../..')

const sizes = ['chip', 'small', 'body', 'title', 'display']
/**
 * Checks for line height 1, which is allowed for icons, for controls that are a single shape, and for the text layer
 * over a document.
 */
const isShape = (body: string) => /line-height: 1;/.test(body)

/** Returns hard-coded values in a stylesheet that should be theme tokens. */
function findHardCodedValues(css: string): string[] {
  const rules = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/\{[^{}]*\}/g) ?? []
  return rules.flatMap((body) => {
    const colours = body.match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)/gi) ?? []
    const weights = [...body.matchAll(/font-weight: ([^;]+);/g)].flatMap(([message, weight = '']) =>
      ['400', '500', '600', 'inherit'].includes(weight) ? [] : [message],
    )
    const radii = [...body.matchAll(/border-radius: ([^;]+);/g)].flatMap(([message, radius = '']) =>
      radius.split(' ').every((one) => ['0', '50%', '99px', 'var(--radius)'].includes(one)) ? [] : [message],
    )
    const [size, value = ''] = /(?<!-)font-size: ([^;]+);/.exec(body) ?? []
    const [, name = ''] = /^var\(--text-(\w+)\)$/.exec(value) ?? []
    const isKnown =
      !size ||
      /^(?:inherit|calc\(var\(--text-scale|var\(--table-text)/.test(value) ||
      (sizes.includes(name) && (isShape(body) || body.includes(`line-height: var(--line-${name});`)))
    return [...colours, ...weights, ...radii, ...(isKnown ? [] : [size])]
  })
}

it('uses theme tokens for all colors, font sizes, font weights and corner radii in the portal', () => {
  const sheets = ['portal-web/src', 'portal-web/kit'].flatMap((folder) =>
    getSheets(join(root, folder)).map(({ path, text }) => ({ path: `${folder}/${path}`, text })),
  )
  const css = sheets.filter(({ path }) => path.endsWith('.css') && !path.startsWith('portal-web/kit/theme/'))
  expect(css.length).toBeGreaterThan(40)
  expect(css.flatMap(({ path, text }) => findHardCodedValues(text).map((own) => `${path}: ${own}`))).toEqual([])
})

it('detects hard-coded values that should be theme tokens', () => {
  expect(findHardCodedValues('.a { color: #fff; border-radius: 6px; font-weight: 700; }')).toEqual([
    '#fff',
    'font-weight: 700;',
    'border-radius: 6px;',
  ])
  expect(findHardCodedValues('.a { font-size: 15px; }')).toEqual(['font-size: 15px;'])
  expect(findHardCodedValues('.a { font-size: var(--text-small); }')).toEqual(['font-size: var(--text-small);'])
  expect(
    findHardCodedValues('.a { color: var(--ink); font-size: var(--text-small); line-height: var(--line-small); }'),
  ).toEqual([])
})
