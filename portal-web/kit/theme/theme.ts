import { isEarthquake } from '@tideline/sdk/words'

/** A product theme, which changes only the accent colors. `light` is the default for routes without a theme. */
export type Theme = 'light' | 'neptune' | 'commercial' | 'earthquake'

/**
 * Returns the theme of a product (UI-7). Earthquake products have their own theme only while the Jumpstart flag is on.
 */
export function getTheme(productId: number, features: { jumpstart: boolean }): Theme {
  if (productId === 1) return 'neptune'
  if (isEarthquake(productId) && features.jumpstart) return 'earthquake'
  return 'commercial'
}

/**
 * Returns a screen's theme (UI-7). The product's theme takes precedence over the route's theme; the default is light.
 */
export function getScreenTheme(
  route: { theme?: Theme } | undefined,
  productId: number | undefined,
  features: { jumpstart: boolean },
): Theme {
  return productId === undefined ? (route?.theme ?? 'light') : getTheme(productId, features)
}

/** Pairs of a text color token and a background color token. Each pair needs a contrast of 4.5:1 in every theme. */
export const textContrastPairs = [
  ['ink', 'surface'],
  ['ink', 'surface-raised'],
  ['ink', 'surface-sunken'],
  ['ink-muted', 'surface'],
  ['ink-muted', 'surface-raised'],
  ['ink-muted', 'surface-sunken'],
  ['accent', 'surface'],
  ['accent', 'surface-raised'],
  ['accent', 'accent-soft'],
  ['accent-strong', 'accent-soft'],
  ['accent-ink', 'accent'],
  ['accent-ink', 'accent-strong'],
  ['accent-2', 'surface-raised'],
  ['info', 'info-soft'],
  ['success', 'success-soft'],
  ['warning', 'warning-soft'],
  ['danger', 'danger-soft'],
  ['danger', 'surface-raised'],
  ['surface-raised', 'danger'],
  ['paper-ink', 'paper'],
  ['paper-ink', 'attention'],
  ['paper', 'sea-deep'],
  ['paper', 'sea'],
  ['paper', 'sea-shore'],
] as const

/**
 * Pairs of a border or focus ring color token and a background color token. Each pair needs a contrast of 3:1 (WCAG
 * 2.2, 1.4.11).
 */
export const shapeContrastPairs = [
  ['line-strong', 'surface-raised'],
  ['line-strong', 'surface'],
  ['focus', 'surface'],
  ['focus', 'surface-raised'],
  ['attention-line', 'attention'],
  ['attention-line', 'paper'],
] as const
