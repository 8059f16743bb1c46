import type { ThemeOptions } from '@mui/material'
import { createElement } from 'react'
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'
import { formLayout } from './layout/form-layout.ts'
import { NoSuchEdit, NoSuchShow } from './layout/NoSuchRecord.tsx'
import { KeyedRows } from './peek/KeyedRows.tsx'

/** The tokens of the portal's theme that MUI asks for by its own names (web-kit/theme/theme.css). */
interface Ground {
  primary: string
  page: string
  card: string
  line: string
  ink: string
  inkMuted: string
  danger: string
  success: string
  warning: string
}

/** React-admin would go to the list and say so in a toast; the page says it in words, at its address. */
const stayThere = { onError: () => {} }

const field = { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true } as const

/** The portal's deep sea on react-admin's compact ground: rows of 32 px, numbers that line up, a focus ring that stays. */
const shared = (base: RaThemeOptions, { primary, ...ground }: Ground): RaThemeOptions => ({
  ...base,
  palette: {
    ...base.palette,
    primary: { main: primary },
    secondary: { main: primary },
    error: { main: ground.danger },
    success: { main: ground.success },
    warning: { main: ground.warning },
    background: { default: ground.page, paper: ground.card },
    divider: ground.line,
    text: { ...base.palette?.text, primary: ground.ink, secondary: ground.inkMuted },
  },
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
        // A link in a table or a sentence: the browser's own blue is not to be read on the dark page.
        ':where(a:not(.portal *))': { color: primary },
        'td, th': { fontVariantNumeric: 'tabular-nums' },
        // Who asked the system for less motion gets dialogs that stand at once (WCAG 2.2, 2.3.3).
        '@media (prefers-reduced-motion: reduce)': { '*': { transition: 'none !important' } },
      },
    },
    // What lies higher is told by its line, not by a veil that makes a card lighter than the page allows.
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    // The word of a state keeps the ink of the page: the colours of states are too pale for small text.
    MuiChip: { styleOverrides: { outlined: { '& .MuiChip-label': { color: ground.ink } } } },
    MuiCircularProgress: { defaultProps: { 'aria-label': 'Loading' } },
    MuiTableCell: { styleOverrides: { sizeSmall: { paddingTop: 5, paddingBottom: 5 }, head: { fontWeight: 600 } } },
    RaDataTable: { defaultProps: { body: KeyedRows } },
    RaShow: { defaultProps: { error: createElement(NoSuchShow), queryOptions: stayThere } },
    RaEdit: { defaultProps: { error: createElement(NoSuchEdit), queryOptions: stayThere } },
    // What is missing is pointed at when Save is pressed; the button is never grey for it.
    RaSaveButton: { defaultProps: { alwaysEnable: true } },
    RaToolbar: {
      styleOverrides: {
        root: {
          backgroundColor: 'transparent',
          borderTop: `1px solid ${ground.line}`,
          // On a phone it stays at the screen's lower edge, over the fields.
          '&.RaToolbar-mobileToolbar': { backgroundColor: ground.card, padding: 8 },
        },
      },
    },
    // The help of a field that cannot be changed is to be read all the same.
    MuiFormHelperText: { styleOverrides: { root: { '&.Mui-disabled': { color: ground.inkMuted } } } },
    RaSimpleForm: { styleOverrides: { root: formLayout } },
    RaTabbedForm: { styleOverrides: { root: formLayout } },
    // Fields have a line; nothing is filled but the one button that leads.
    MuiTextField: { ...base.components?.MuiTextField, defaultProps: field },
    MuiFormControl: { ...base.components?.MuiFormControl, defaultProps: field },
    // A table that is too wide scrolls by itself; the page keeps to the screen.
    RaList: {
      styleOverrides: { root: { '& .RaList-main': { minWidth: 0 }, '& .RaList-content': { overflowX: 'auto' } } },
    },
    // What scrolls cuts off what is laid above it: what is done to the ticked rows stands in its own line.
    RaBulkActionsToolbar: {
      styleOverrides: { root: { '& .RaBulkActionsToolbar-toolbar': { position: 'static', transform: 'none' } } },
    },
  },
})

export const lightTheme = shared(defaultLightTheme as RaThemeOptions, {
  primary: '#0b5fa5',
  page: '#f6f8fa',
  card: '#ffffff',
  line: '#e6ebf0',
  ink: '#14212e',
  inkMuted: '#51606f',
  danger: '#b3261e',
  success: '#186a3b',
  warning: '#8a4b00',
})
export const darkTheme = shared(defaultDarkTheme as RaThemeOptions, {
  primary: '#7cb8e8',
  page: '#0e1620',
  card: '#15202c',
  line: '#2a3947',
  ink: '#e6edf3',
  inkMuted: '#a3b3c2',
  danger: '#ff9d94',
  success: '#7fd6a0',
  warning: '#f0b866',
})
