import { lightTokens } from '../../kit/tokens.ts'

/**
 * Styles for printing (UI-44): the title and content of the page, without navigation, buttons and the filters of a list,
 * in the colors of the light theme. Pages are landscape, so that tables do not become cards, and lists print all of their
 * columns.
 */
export const printStyles = {
  '@page': { size: 'landscape', margin: '1cm' },
  '@media print': {
    ':root': Object.fromEntries(Object.entries(lightTokens).map(([name, color]) => [`--${name}`, color])),
    // Browsers print no backgrounds, and the text of the dark theme is light.
    'body, body :not(.portal, .portal *)': {
      color: `${lightTokens.ink} !important`,
      backgroundColor: 'transparent !important',
      borderColor: `${lightTokens.line} !important`,
    },
    [[
      '.RaLayout-appFrame .MuiDrawer-root',
      'nav:not(.portal *)',
      '.RaList-actions',
      '.RaBulkActionsToolbar-toolbar',
      '.MuiButton-root',
      'button:not(.portal *, [aria-selected="true"])',
      '.MuiCheckbox-root',
      '.MuiSnackbar-root',
      '.MuiTablePagination-selectLabel',
      '.MuiTablePagination-input',
      '.MuiAppBar-root .bar-logo',
      '.hidden-columns',
      // The buttons of a row are not printed.
      '.actions-column',
      '.MuiStack-root:has(> .actions-column)',
    ].join()]: { display: 'none !important' },
    // The title of a list is in the top bar, which would otherwise cover the top of each page.
    '.MuiAppBar-root': { position: 'static !important' },
    '.RaLayout-appFrame': { marginTop: '0 !important' },
    h2: { breakAfter: 'avoid' },
    '.MuiTableRow-root': { breakInside: 'avoid' },
    '.MuiTableCell-root': { whiteSpace: 'normal !important' },
    '[class*="folded-"] .MuiTableCell-root:not(.actions-column)': { display: 'table-cell !important' },
  },
} as const
