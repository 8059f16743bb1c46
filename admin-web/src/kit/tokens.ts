/**
 * Colors of the portal theme, with their names from theme.css. The values are literals, since MUI calculates shades
 * from them.
 */
export interface ColorTokens {
  surface: string
  'surface-raised': string
  'surface-sunken': string
  ink: string
  'ink-muted': string
  line: string
  'line-strong': string
  info: string
  'info-soft': string
  success: string
  'success-soft': string
  warning: string
  'warning-soft': string
  danger: string
  'danger-soft': string
  focus: string
  accent: string
  'accent-strong': string
  'accent-ink': string
  'accent-soft': string
}

export const lightTokens: ColorTokens = {
  surface: '#f6f8fa',
  'surface-raised': '#ffffff',
  'surface-sunken': '#e9edf1',
  ink: '#14212e',
  'ink-muted': '#51606f',
  line: '#e6ebf0',
  'line-strong': '#76838f',
  info: '#0b5c8a',
  'info-soft': '#e5f1f8',
  success: '#186a3b',
  'success-soft': '#e4f4ea',
  warning: '#8a4b00',
  'warning-soft': '#fdf1dd',
  danger: '#b3261e',
  'danger-soft': '#fceae8',
  focus: '#1d4ed8',
  accent: '#0b5fa5',
  'accent-strong': '#084a82',
  'accent-ink': '#ffffff',
  'accent-soft': '#e6f0f8',
}

export const darkTokens: ColorTokens = {
  surface: '#0e1620',
  'surface-raised': '#15202c',
  'surface-sunken': '#1c2937',
  ink: '#e6edf3',
  'ink-muted': '#a3b3c2',
  line: '#2a3947',
  'line-strong': '#71869a',
  info: '#8cc8ee',
  'info-soft': '#12303f',
  success: '#7fd6a0',
  'success-soft': '#14321f',
  warning: '#f0b866',
  'warning-soft': '#3a2a10',
  danger: '#ff9d94',
  'danger-soft': '#42201d',
  focus: '#7aa7ff',
  accent: '#7cb8e8',
  'accent-strong': '#a5d0f2',
  'accent-ink': '#0e1620',
  'accent-soft': '#17324a',
}

/** The background of menus and dialogs. In the dark theme, it is lighter than the page background. */
export const overlaySurface = { light: lightTokens['surface-raised'], dark: darkTokens['surface-sunken'] } as const

/**
 * The type scale of the portal. At the default font size of the browser, in px (size/line height): 13/18 for chips and
 * table headers, 14/20 for text, and 16/24, 20/28 and 28/36 for titles.
 */
export const typeScale = {
  chip: { fontSize: '0.8125rem', lineHeight: '1.125rem' },
  small: { fontSize: '0.875rem', lineHeight: '1.25rem' },
  body: { fontSize: '1rem', lineHeight: '1.5rem' },
  title: { fontSize: '1.25rem', lineHeight: '1.75rem' },
  display: { fontSize: '1.75rem', lineHeight: '2.25rem' },
} as const

export const baseFontFamily = '"Inter Variable", "Inter Fallback", system-ui, sans-serif'
export const monospaceFontFamily = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace'
export const overlayShadow = '0 8px 24px rgb(0 0 0 / 16%), 0 2px 6px rgb(0 0 0 / 10%)'
