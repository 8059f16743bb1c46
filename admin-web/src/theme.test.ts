import { readFileSync } from 'node:fs'
import { tokensOf } from '@tideline/web-kit/theme/contrast.ts'
import { expect, it } from 'vitest'
import { darkTheme, lightTheme } from './theme.ts'

const css = readFileSync(new URL('../../portal-web/kit/theme/theme.css', import.meta.url), 'utf8')

it.each([
  ['light', lightTheme],
  ['dark', darkTheme],
] as const)('on a %s screen the back office has the colours of the portal', (scheme, { palette = {} }) => {
  const tokens = tokensOf(css, ':root', scheme)
  const main = (colour: typeof palette.primary) => colour && 'main' in colour && colour.main
  expect({
    primary: main(palette.primary),
    danger: main(palette.error),
    success: main(palette.success),
    warning: main(palette.warning),
    page: palette.background?.default,
    card: palette.background?.paper,
    line: palette.divider,
    ink: palette.text?.primary,
    inkMuted: palette.text?.secondary,
  }).toEqual({
    primary: tokens.accent,
    danger: tokens.danger,
    success: tokens.success,
    warning: tokens.warning,
    page: tokens.surface,
    card: tokens['surface-raised'],
    line: tokens.line,
    ink: tokens.ink,
    inkMuted: tokens['ink-muted'],
  })
})
