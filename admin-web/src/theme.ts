import type { ThemeOptions } from '@mui/material'
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'

/** The portal's deep sea on react-admin's compact ground: rows of 32 px, numbers that line up, a focus ring that stays. */
const shared = (base: RaThemeOptions, primary: string): RaThemeOptions => ({
  ...base,
  palette: { ...base.palette, primary: { main: primary }, secondary: { main: primary } },
  // The navigation folds away below 768 px (spec 3 §1).
  breakpoints: { values: { xs: 0, sm: 768, md: 768, lg: 1200, xl: 1536 } },
  shape: { borderRadius: 8 },
  typography: {
    ...base.typography,
    fontFamily: '"Inter Variable", "Inter Fallback", system-ui, sans-serif',
    fontSize: 14,
    button: { textTransform: 'none', fontWeight: 600 },
  } as NonNullable<ThemeOptions['typography']>,
  components: {
    ...base.components,
    MuiCssBaseline: {
      styleOverrides: {
        // The portal's page has a ring of its own.
        ':focus-visible:where(:not(.portal *))': { outline: '3px solid currentColor', outlineOffset: 2 },
        'td, th': { fontVariantNumeric: 'tabular-nums' },
        // Who asked the system for less motion gets dialogs that stand at once (WCAG 2.2, 2.3.3).
        '@media (prefers-reduced-motion: reduce)': { '*': { transition: 'none !important' } },
      },
    },
    MuiCircularProgress: { defaultProps: { 'aria-label': 'Loading' } },
    MuiTableCell: { styleOverrides: { sizeSmall: { paddingTop: 5, paddingBottom: 5 }, head: { fontWeight: 600 } } },
    // A table that is too wide scrolls by itself; the page keeps to the screen.
    RaList: {
      styleOverrides: { root: { '& .RaList-main': { minWidth: 0 }, '& .RaList-content': { overflowX: 'auto' } } },
    },
  },
})

export const lightTheme = shared(defaultLightTheme as RaThemeOptions, '#0B5FA5')
export const darkTheme = shared(defaultDarkTheme as RaThemeOptions, '#7CB8E8')
