import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { getColorTokens, getContrastRatio } from './contrast.ts'
import { getScreenTheme, getTheme, shapeContrastPairs, textContrastPairs } from './theme.ts'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')

describe.each(['light', 'commercial', 'earthquake'])('theme %s', (theme) => {
  describe.each(['light', 'dark'] as const)('in %s mode', (scheme) => {
    const tokens = {
      ...getColorTokens(css, ':root', scheme),
      ...(theme === 'light' ? {} : getColorTokens(css, `[data-theme="${theme}"]`, scheme)),
    }
    it.each(textContrastPairs)('shows text %s on %s with a contrast of at least 4.5', (text, ground) => {
      expect(getContrastRatio(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
    })
    it.each(shapeContrastPairs)(
      'shows border or focus ring %s on %s with a contrast of at least 3',
      (shape, ground) => {
        expect(getContrastRatio(tokens[shape] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3)
      },
    )
  })
})

describe('product theme', () => {
  it.each([
    [1, 'neptune'],
    [2, 'commercial'],
    [3, 'commercial'],
    [4, 'earthquake'],
    [5, 'earthquake'],
    [6, 'commercial'],
    [7, 'commercial'],
    [8, 'commercial'],
  ])('shows product %i in the %s theme [P015] [P016] [P017]', (productId, theme) => {
    expect(getTheme(productId, { jumpstart: true })).toBe(theme)
  })
  it('shows earthquake in the commercial theme while the Jumpstart flag is off [P016]', () => {
    expect([4, 5].map((product) => getTheme(product, { jumpstart: false }))).toEqual(['commercial', 'commercial'])
  })
})

describe('screen theme', () => {
  const features = { jumpstart: true }
  it('is light unless the route sets a theme [P018]', () => {
    expect(getScreenTheme(undefined, undefined, features)).toBe('light')
    expect(getScreenTheme({}, undefined, features)).toBe('light')
    expect(getScreenTheme({ theme: 'earthquake' }, undefined, features)).toBe('earthquake')
  })
  it('matches the displayed product, even if the route sets a theme', () => {
    expect(getScreenTheme({ theme: 'earthquake' }, 1, features)).toBe('neptune')
  })
})
