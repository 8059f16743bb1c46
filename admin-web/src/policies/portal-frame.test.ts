import { readFileSync } from 'node:fs'
import { contrast, tokensOf } from '@tideline/web-kit/theme/contrast.ts'
import { shapePairs, textPairs } from '@tideline/web-kit/theme/theme.ts'
import { expect, it } from 'vitest'

const tokens = tokensOf(readFileSync(new URL('./portal-frame.css', import.meta.url), 'utf8'), '.portal-dark')

it.each(textPairs)('in the dark back office the text %s on %s has a contrast of 4.5', (text, ground) => {
  expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
})

it.each(shapePairs)('in the dark back office the shape %s on %s has a contrast of 3', (shape, ground) => {
  expect(contrast(tokens[shape] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3)
})
