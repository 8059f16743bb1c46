import { isEarthquake } from '@tideline/sdk/words'

/** A product theme; it changes the accent only. `light` is the default of every route that names none. */
export type Theme = 'light' | 'neptune' | 'commercial' | 'earthquake'

/**
 * The theme of a product (UI-7): residential flood is neptune, earthquake its own while the Jumpstart flag is on,
 * anything else commercial.
 */
export function getTheme(productId: number, features: { jumpstart: boolean }): Theme {
  if (productId === 1) return 'neptune'
  if (isEarthquake(productId) && features.jumpstart) return 'earthquake'
  return 'commercial'
}

/** The theme of a screen: of the product it shows, else as its route says, else light (UI-7). */
export function themeFor(
  route: { theme?: Theme } | undefined,
  productId: number | undefined,
  features: { jumpstart: boolean },
): Theme {
  return productId === undefined ? (route?.theme ?? 'light') : getTheme(productId, features)
}

/** Foreground on background, as token names; each pair has to reach 4.5:1 in each theme. */
export const textPairs = [
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

/** Borders of fields and the focus ring need 3:1 against what they stand on (WCAG 2.2, 1.4.11). */
export const shapePairs = [
  ['line-strong', 'surface-raised'],
  ['line-strong', 'surface'],
  ['focus', 'surface'],
  ['focus', 'surface-raised'],
  ['attention-line', 'attention'],
  ['attention-line', 'paper'],
] as const
