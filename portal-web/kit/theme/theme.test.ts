import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrast, getTokens } from './contrast.ts'
import { getTheme, shapePairs, textPairs, themeFor } from './theme.ts'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')

describe.each(['light', 'commercial', 'earthquake'])('theme %s', (theme) => {
  describe.each(['light', 'dark'] as const)('on a %s screen', (scheme) => {
    const tokens = {
      ...getTokens(css, ':root', scheme),
      ...(theme === 'light' ? {} : getTokens(css, `[data-theme="${theme}"]`, scheme)),
    }
    it.each(textPairs)('text %s on %s has a contrast of 4.5', (text, ground) => {
      expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
    })
    it.each(shapePairs)('shape %s on %s has a contrast of 3', (shape, ground) => {
      expect(contrast(tokens[shape] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3)
    })
  })
})

describe('the theme of a product', () => {
  it.each([
    [1, 'neptune'],
    [2, 'commercial'],
    [3, 'commercial'],
    [4, 'earthquake'],
    [5, 'earthquake'],
    [6, 'commercial'],
    [7, 'commercial'],
    [8, 'commercial'],
  ])('product %i looks like %s [P015] [P016] [P017]', (productId, theme) => {
    expect(getTheme(productId, { jumpstart: true })).toBe(theme)
  })
  it('earthquake is commercial while the Jumpstart flag is off [P016]', () => {
    expect([4, 5].map((product) => getTheme(product, { jumpstart: false }))).toEqual(['commercial', 'commercial'])
  })
})

describe('the theme of a screen', () => {
  const features = { jumpstart: true }
  it('is light unless its route names one [P018]', () => {
    expect(themeFor(undefined, undefined, features)).toBe('light')
    expect(themeFor({}, undefined, features)).toBe('light')
    expect(themeFor({ theme: 'earthquake' }, undefined, features)).toBe('earthquake')
  })
  it('is that of the product it shows', () => {
    expect(themeFor({ theme: 'earthquake' }, 1, features)).toBe('neptune')
  })
})
