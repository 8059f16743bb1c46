import { readFileSync } from 'node:fs'
import { getColorTokens, getContrastRatio } from '@tideline/web-kit/theme/contrast.ts'
import { describe, expect, it } from 'vitest'
import {
  baseFontFamily,
  darkTokens,
  lightTokens,
  monospaceFontFamily,
  overlayShadow,
  overlaySurface,
  typeScale,
} from '../../kit/tokens.ts'
import { darkTheme, lightTheme } from './theme.ts'

const css = readFileSync(new URL('../../../../portal-web/kit/theme/theme.css', import.meta.url), 'utf8')
const value = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(css)?.[1]

describe.each([
  ['light', lightTokens, lightTheme],
  ['dark', darkTokens, darkTheme],
] as const)('%s back-office theme', (scheme, tokens, { palette = {} }) => {
  it('uses the same colors as the portal', () => {
    expect(getColorTokens(css, ':root', scheme)).toMatchObject(tokens)
  })

  it('passes exactly the portal’s colors to MUI', () => {
    const main = (colour: typeof palette.primary) => colour && 'main' in colour && colour.main
    expect({
      accent: main(palette.primary),
      danger: main(palette.error),
      success: main(palette.success),
      warning: main(palette.warning),
      info: main(palette.info),
      surface: palette.background?.default,
      'surface-raised': palette.background?.paper,
      line: palette.divider,
      ink: palette.text?.primary,
      'ink-muted': palette.text?.secondary,
    }).toEqual(
      Object.fromEntries(
        (
          [
            'accent',
            'danger',
            'success',
            'warning',
            'info',
            'surface',
            'surface-raised',
            'line',
            'ink',
            'ink-muted',
          ] as const
        ).map((name) => [name, tokens[name]]),
      ),
    )
  })

  it.each(['ink', 'ink-muted', 'accent', 'danger'] as const)(
    'keeps %s text readable in menus, dialogs and table headers',
    (name) => {
      for (const ground of [overlaySurface[scheme], tokens['surface-sunken']])
        expect(getContrastRatio(tokens[name], ground)).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('keeps field borders and the focus ring visible on every background', () => {
    for (const ground of [overlaySurface[scheme], tokens.surface, tokens['surface-raised']])
      for (const name of ['line-strong', 'focus'] as const)
        expect(getContrastRatio(tokens[name], ground)).toBeGreaterThanOrEqual(3)
  })
})

it('uses the portal’s font sizes, fonts and shadow in the back office', () => {
  const sizes = Object.fromEntries(Object.entries(typeScale).map(([name, { fontSize }]) => [name, fontSize]))
  expect(sizes).toEqual(Object.fromEntries(Object.keys(typeScale).map((name) => [name, value(`text-${name}`)])))
  expect([baseFontFamily, monospaceFontFamily, overlayShadow]).toEqual([
    value('font'),
    value('mono'),
    value('shadow-2'),
  ])
})
