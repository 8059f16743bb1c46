import type { ThemeOptions } from '@mui/material'
import {
  ArrowDown,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Info,
  TriangleAlert,
  X,
} from 'lucide-react'
import { type ComponentType, createElement } from 'react'
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin'
import {
  baseFontFamily,
  type ColorTokens,
  darkTokens,
  lightTokens,
  monospaceFontFamily,
  overlayShadow,
  overlaySurface,
  typeScale,
} from '../../kit/tokens.ts'
import { RecordNotFoundEdit, RecordNotFoundShow } from '../layout/RecordNotFound.tsx'
import { RecordSkeleton } from '../layout/RecordSkeleton.tsx'
import { KeyboardNavigableRows } from '../preview/KeyboardNavigableRows.tsx'
import { menuContainerId } from '../ui-settings.ts'
import { forcedColorStyles } from './forced-colors.ts'
import { formLayout } from './form-layout.ts'
import { printStyles } from './print.ts'

/** Keeps an error on the current page. By default, react-admin redirects to the list and shows a toast. */
const stayOnPage = { onError: () => {} }

const field = { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true } as const

/** Media query for phones. Inputs have a font size of 16 px there, since iOS zooms into inputs with smaller text. */
const phone = '@media (max-width: 767px)'

/** Media query for widths at which the navigation leaves too little space for a desktop layout. */
const narrow = '@media (max-width: 1199px)'

const icon = (Shape: ComponentType<{ size: number; 'aria-hidden': 'true' }>, size = 18) =>
  createElement(Shape, { size, 'aria-hidden': 'true' })

/**
 * Returns the element that contains menus: the open dialog or drawer, or an element of the layout. At the end of the
 * document, a menu would be outside all landmarks.
 */
const getMenuContainer = (): Element =>
  [...document.querySelectorAll('.MuiModal-root:not(.MuiPopover-root, .MuiModal-hidden)')].at(-1) ??
  document.getElementById(menuContainerId) ??
  document.body

/** Wraps an icon so that it receives the class that MUI uses to position icons. */
const withMuiClass = (Shape: ComponentType<{ size: number; className?: string }>) =>
  function InPlace({ className = '' }: { className?: string }) {
    return createElement(Shape, { size: 18, className })
  }

/**
 * Returns styles for chips and messages of each tone: text in the tone's color on a lighter shade of the same color.
 */
const getToneStyles = (tokens: ColorTokens) =>
  (['info', 'success', 'warning', 'danger'] as const).map((tone) => ({
    tone: tone === 'danger' ? ('error' as const) : tone,
    look: { backgroundColor: tokens[`${tone}-soft`], color: tokens[tone] },
  }))

const groupLabel = (name: string) => ({
  [`& .${name}-label`]: { position: 'static', transform: 'none', ...typeScale.small, fontWeight: 600 },
})

/**
 * Builds the theme from the portal's colors and react-admin's compact layout. Rows are 32 px high, numbers are tabular
 * and the focus ring is visible.
 */
const buildTheme = (base: RaThemeOptions, tokens: ColorTokens, above: string): RaThemeOptions => ({
  ...base,
  sidebar: { width: 216, closedWidth: 52 },
  palette: {
    ...base.palette,
    primary: { main: tokens.accent, dark: tokens['accent-strong'], contrastText: tokens['accent-ink'] },
    secondary: { main: tokens.accent, dark: tokens['accent-strong'], contrastText: tokens['accent-ink'] },
    info: { main: tokens.info },
    error: { main: tokens.danger, contrastText: tokens['surface-raised'] },
    success: { main: tokens.success },
    warning: { main: tokens.warning },
    background: { default: tokens.surface, paper: tokens['surface-raised'] },
    divider: tokens.line,
    text: { ...base.palette?.text, primary: tokens.ink, secondary: tokens['ink-muted'] },
    action: { ...base.palette?.action, hover: tokens['surface-sunken'], selected: tokens['accent-soft'] },
  },
  // The navigation collapses below 768 px (UI-7).
  breakpoints: { values: { xs: 0, sm: 768, md: 768, lg: 1200, xl: 1536 } },
  shape: { borderRadius: 8 },
  typography: {
    ...base.typography,
    fontFamily: baseFontFamily,
    fontSize: 14,
    h4: { ...typeScale.display, fontWeight: 600 },
    h5: { ...typeScale.display, fontWeight: 600 },
    h6: { ...typeScale.title, fontWeight: 600 },
    subtitle1: { ...typeScale.body, fontWeight: 600 },
    subtitle2: { ...typeScale.small, fontWeight: 600 },
    body1: typeScale.small,
    body2: typeScale.small,
    caption: typeScale.chip,
    overline: { ...typeScale.chip, textTransform: 'none' },
    button: { ...typeScale.small, textTransform: 'none', fontWeight: 600 },
  } as NonNullable<ThemeOptions['typography']>,
  components: {
    ...base.components,
    MuiCssBaseline: {
      styleOverrides: {
        // Defines CSS variables for components shared by both apps, and for colors without an MUI name.
        ':root': Object.fromEntries(Object.entries(tokens).map(([name, colour]) => [`--${name}`, colour])),
        body: { ...typeScale.small, fontVariantNumeric: 'tabular-nums' },
        // Keeps the focus ring on MUI components that remove it. Pages of the portal have their own focus ring.
        ':focus-visible:focus-visible:where(:not(.portal *, [tabindex="-1"]))': {
          outline: `3px solid ${tokens.focus}`,
          outlineOffset: 2,
        },
        // The input of a checkbox or switch is transparent, so its box has the focus ring.
        '.MuiButtonBase-root:has(> input:focus-visible)': { outline: `3px solid ${tokens.focus}`, outlineOffset: -2 },
        // Elements focused by keyboard scroll out from under the top bar with the header of a list, and the toolbar that is
        // at the bottom of the screen on a phone (UI-46).
        html: { scrollPaddingTop: 96 },
        'html:has(.RaToolbar-mobileToolbar)': { scrollPaddingBottom: 96 },
        // Sets the link color because the browser's default blue is unreadable on the dark background.
        ':where(a:not(.portal *))': { color: tokens.accent },
        'strong, b': { fontWeight: 600 },
        'kbd, code, pre': { fontFamily: monospaceFontFamily, ...typeScale.chip },
        // Removes motion for users who prefer reduced motion (WCAG 2.2, 2.3.3). Spinners keep moving.
        '@media (prefers-reduced-motion: reduce)': {
          '*, ::before, ::after': { transition: 'none !important' },
          '.MuiTouchRipple-root': { display: 'none' },
          '.MuiSkeleton-root, .MuiSkeleton-root::after': { animation: 'none !important' },
        },
        ...forcedColorStyles,
        ...printStyles,
      },
    },
    MuiSvgIcon: { styleOverrides: { fontSizeSmall: { fontSize: 18 }, fontSizeMedium: { fontSize: 20 } } },
    MuiButtonBase: { styleOverrides: { root: { fontFamily: baseFontFamily } } },
    // Cards have a border and no shadow. Floating elements have their own background and shadow.
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      // A card inside a card is a section with a line at the top.
      styleOverrides: {
        root: {
          '& .MuiCard-root:not(li)': {
            border: 0,
            borderTop: `1px solid ${tokens.line}`,
            borderRadius: 0,
            '& > .MuiCardContent-root': { paddingInline: 0 },
          },
        },
      },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none' }, outlined: { borderColor: tokens.line } },
    },
    MuiDialog: {
      styleOverrides: {
        paper: { backgroundColor: above, border: `1px solid ${tokens.line}`, boxShadow: overlayShadow },
      },
    },
    MuiDialogTitle: { styleOverrides: { root: { ...typeScale.title, fontWeight: 600 } } },
    MuiPopover: {
      defaultProps: { container: getMenuContainer },
      styleOverrides: {
        paper: { backgroundColor: above, border: `1px solid ${tokens.line}`, boxShadow: overlayShadow },
      },
    },
    MuiAutocomplete: {
      defaultProps: { popupIcon: icon(ChevronDown), clearIcon: icon(X) },
      styleOverrides: {
        paper: { backgroundColor: above, border: `1px solid ${tokens.line}`, boxShadow: overlayShadow },
      },
    },
    MuiDrawer: { styleOverrides: { paper: { borderRadius: 0 } } },
    // Chips are 22 px high, with a light background and readable text.
    MuiChip: {
      styleOverrides: {
        root: {
          height: '1.375rem',
          borderRadius: 99,
          ...typeScale.chip,
          fontWeight: 500,
          backgroundColor: tokens['surface-sunken'],
          color: tokens.ink,
          '& .icon': { marginLeft: 8, marginRight: -4 },
        },
      },
      variants: getToneStyles(tokens).map(({ tone, look }) => ({ props: { color: tone }, style: look })),
    },
    MuiAlert: {
      defaultProps: {
        iconMapping: {
          info: icon(Info, 20),
          success: icon(CircleCheck, 20),
          warning: icon(TriangleAlert, 20),
          error: icon(CircleAlert, 20),
        },
      },
      styleOverrides: { root: { ...typeScale.small } },
      variants: getToneStyles(tokens).map(({ tone, look: { backgroundColor, color } }) => ({
        props: { severity: tone, variant: 'standard' },
        style: { backgroundColor, color: tokens.ink, '& .MuiAlert-icon': { color } },
      })),
    },
    MuiCircularProgress: { defaultProps: { 'aria-label': 'Loading' } },
    MuiTableCell: {
      styleOverrides: {
        root: { ...typeScale.small, borderColor: tokens.line },
        // Rows are 32 px high, with text or with a 22 px chip.
        sizeSmall: { height: 32, padding: '4px 8px' },
        head: {
          ...typeScale.chip,
          fontWeight: 600,
          color: tokens['ink-muted'],
          backgroundColor: tokens['surface-sunken'],
        },
        stickyHeader: { backgroundColor: tokens['surface-sunken'] },
        paddingCheckbox: { width: 40, padding: '0 4px' },
      },
    },
    MuiTableSortLabel: {
      defaultProps: { IconComponent: withMuiClass(ArrowDown) },
      styleOverrides: { root: { verticalAlign: 'top' } },
    },
    MuiTablePagination: {
      styleOverrides: {
        root: { '& .MuiSelect-select:focus-visible': { outline: `3px solid ${tokens.focus}` } },
        selectLabel: typeScale.small,
        displayedRows: typeScale.small,
      },
    },
    MuiPaginationItem: {
      defaultProps: { slots: { previous: withMuiClass(ChevronLeft), next: withMuiClass(ChevronRight) } },
    },
    // Shows the text of the empty choice, such as "All".
    MuiSelect: { defaultProps: { IconComponent: withMuiClass(ChevronDown), displayEmpty: true } },
    RaDataTable: { defaultProps: { body: KeyboardNavigableRows } },
    RaShow: {
      defaultProps: {
        error: createElement(RecordNotFoundShow),
        loading: createElement(RecordSkeleton),
        queryOptions: stayOnPage,
      },
    },
    RaEdit: {
      defaultProps: {
        error: createElement(RecordNotFoundEdit),
        loading: createElement(RecordSkeleton),
        queryOptions: stayOnPage,
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 36, padding: '7px 16px', [phone]: { minHeight: 44 } },
        text: { padding: '7px 12px' },
        sizeSmall: { ...typeScale.small, minHeight: 32, padding: '5px 12px' },
        outlined: { borderColor: tokens['line-strong'] },
      },
    },
    MuiToggleButton: { styleOverrides: { root: { ...typeScale.small, borderColor: tokens['line-strong'] } } },
    MuiTab: { styleOverrides: { root: { ...typeScale.small, minHeight: 44 } } },
    MuiMenuItem: { styleOverrides: { root: { ...typeScale.small, minHeight: 36, [phone]: { minHeight: 44 } } } },
    MuiListItemText: { styleOverrides: { primary: typeScale.small, secondary: typeScale.chip } },
    // The Save button is always enabled. Missing fields are marked when it is clicked.
    RaSaveButton: { defaultProps: { alwaysEnable: true } },
    RaToolbar: {
      styleOverrides: {
        root: {
          backgroundColor: 'transparent',
          borderTop: `1px solid ${tokens.line}`,
          // On a phone the toolbar stays at the bottom of the screen, above the fields.
          '&.RaToolbar-mobileToolbar': { backgroundColor: tokens['surface-raised'], padding: 8 },
        },
      },
    },
    // Keeps the help text of a disabled field readable.
    MuiFormHelperText: {
      styleOverrides: {
        root: { ...typeScale.chip, marginInline: 0, '&.Mui-disabled': { color: tokens['ink-muted'] } },
      },
    },
    // Styles the label of a checkbox group like the label of a field.
    RaCheckboxGroupInput: { styleOverrides: { root: groupLabel('RaCheckboxGroupInput') } },
    RaRadioButtonGroupInput: { styleOverrides: { root: groupLabel('RaRadioButtonGroupInput') } },
    RaSkipNavigationButton: {
      styleOverrides: { root: { '& .RaSkipNavigationButton-skipToContentButton': typeScale.small } },
    },
    RaSimpleForm: { styleOverrides: { root: formLayout } },
    RaTabbedForm: { styleOverrides: { root: formLayout } },
    // Fields are outlined. Only the primary button is filled.
    MuiTextField: { ...base.components?.MuiTextField, defaultProps: field },
    MuiFormControl: { ...base.components?.MuiFormControl, defaultProps: field },
    // The label is always above its field.
    MuiInputLabel: {
      defaultProps: { shrink: true },
      styleOverrides: {
        root: {
          position: 'static',
          transform: 'none',
          marginBottom: 4,
          ...typeScale.small,
          fontWeight: 600,
          whiteSpace: 'normal',
          color: tokens.ink,
          '&.Mui-focused, &.Mui-disabled': { color: tokens.ink },
          '&.Mui-error': { color: tokens.danger },
        },
      },
    },
    MuiInputBase: {
      styleOverrides: {
        root: { ...typeScale.small, [phone]: typeScale.body },
        input: { height: typeScale.small.lineHeight, [phone]: { height: typeScale.body.lineHeight } },
      },
    },
    MuiOutlinedInput: {
      defaultProps: { notched: false },
      styleOverrides: {
        root: {
          backgroundColor: tokens['surface-raised'],
          '&:has(:focus-visible)': { outline: `3px solid ${tokens.focus}` },
          '& :focus-visible:focus-visible': { outline: 'none' },
          '& .MuiOutlinedInput-notchedOutline': {
            top: 0,
            borderColor: tokens['line-strong'],
            '& legend': { display: 'none' },
          },
          '&.Mui-focused:not(.Mui-error) .MuiOutlinedInput-notchedOutline': {
            borderColor: tokens['line-strong'],
            borderWidth: 1,
          },
          '&.Mui-disabled': { backgroundColor: tokens['surface-sunken'] },
        },
        // The text area of a multi-line field has the padding of `inputSizeSmall`.
        multiline: { padding: 0 },
        inputSizeSmall: { padding: '7px 12px', [phone]: { paddingBlock: 9 } },
      },
    },
    // Lists of inputs, such as licenses. By default, react-admin shows an item's Remove button only under the pointer, so
    // the keyboard cannot reach it, and adds a button that removes all items at once.
    RaSimpleFormIterator: {
      defaultProps: { disableClear: true },
      styleOverrides: { root: { '& .RaSimpleFormIterator-action': { visibility: 'visible' } } },
    },
    // Wide enough for the placeholder, which lists what can be searched.
    RaSearchInput: { styleOverrides: { root: { '@media (min-width: 768px)': { minWidth: 304 } } } },
    RaList: {
      styleOverrides: {
        root: {
          '& .RaList-main': { minWidth: 0 },
          // A list has no scrolling area of its own, so that its header stays visible (UI-22).
          '& .RaList-content': { overflow: 'visible' },
          // Places the actions next to the filters if there is room.
          '& .RaList-actions': { paddingTop: 8, [narrow]: { flexWrap: 'wrap' } },
          '& .RaList-main .RaDataTable-headerCell': { backgroundColor: tokens['surface-sunken'] },
        },
      },
    },
    RaTopToolbar: { styleOverrides: { root: { [narrow]: { minWidth: 0, flexWrap: 'wrap' } } } },
    // Gives the floating toolbar its own row because a scrolling container would cut it off.
    RaBulkActionsToolbar: {
      styleOverrides: {
        root: {
          '& .RaBulkActionsToolbar-toolbar': {
            position: 'static',
            transform: 'none',
            flexWrap: 'wrap',
            backgroundColor: tokens['accent-soft'],
            color: tokens.ink,
          },
          '& .RaBulkActionsToolbar-toolbar:not(.RaBulkActionsToolbar-collapsed)': { height: 'auto' },
          // Without selected rows, the toolbar has no height. Its buttons must not receive the focus either.
          '& .RaBulkActionsToolbar-collapsed': { visibility: 'hidden' },
          '& .RaBulkActionsToolbar-topToolbar': { flexWrap: 'wrap', alignItems: 'center', whiteSpace: 'normal' },
        },
      },
    },
  },
})

export const lightTheme = buildTheme(defaultLightTheme as RaThemeOptions, lightTokens, overlaySurface.light)
export const darkTheme = buildTheme(defaultDarkTheme as RaThemeOptions, darkTokens, overlaySurface.dark)
