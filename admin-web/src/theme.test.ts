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
  expect({
    primary: palette.primary && 'main' in palette.primary && palette.primary.main,
    page: palette.background?.default,
    card: palette.background?.paper,
    line: palette.divider,
    ink: palette.text?.primary,
    inkMuted: palette.text?.secondary,
  }).toEqual({
    primary: tokens.accent,
    page: tokens.surface,
    card: tokens['surface-raised'],
    line: tokens.line,
    ink: tokens.ink,
    inkMuted: tokens['ink-muted'],
  })
})
