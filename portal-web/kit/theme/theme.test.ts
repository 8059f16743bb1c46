import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shapePairs, textPairs, themeFor, themeOf } from './theme.ts'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
const tokensOf = (selector: string) => {
  const block = css.slice(css.indexOf(selector)).split('}')[0] ?? ''
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  )
}

const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string) => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

describe.each(['light', 'commercial', 'earthquake'])('theme %s', (theme) => {
  const tokens = { ...tokensOf(':root'), ...(theme === 'light' ? {} : tokensOf(`[data-theme="${theme}"]`)) }
  it.each(textPairs)('text %s on %s has a contrast of 4.5', (text, ground) => {
    expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(4.5)
  })
  it.each(shapePairs)('shape %s on %s has a contrast of 3', (shape, ground) => {
    expect(contrast(tokens[shape] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(3)
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
  ])('product %i looks like %s', (productId, theme) => {
    expect(themeOf(productId, { jumpstart: true })).toBe(theme)
  })
  it('earthquake is commercial while the Jumpstart flag is off', () => {
    expect(themeOf(4, { jumpstart: false })).toBe('commercial')
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
