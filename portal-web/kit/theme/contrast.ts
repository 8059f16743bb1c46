export type ColorScheme = 'light' | 'dark'

/** Returns the color tokens of a stylesheet rule by name. */
export function getColorTokens(css: string, selector: string, scheme: ColorScheme): Record<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
  const pairs = block.matchAll(/--([a-z0-9-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g)
  return Object.fromEntries(
    [...pairs].map(([, name = '', light, dark, both]) => [name, (scheme === 'light' ? light : dark) ?? both ?? '']),
  )
}

const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast ratio of two colors (`#rrggbb`), from 1 to 21 (WCAG 2.2, 1.4.3). */
export const getContrastRatio = (one: string, other: string): number => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}
