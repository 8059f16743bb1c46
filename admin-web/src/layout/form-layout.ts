/**
 * The layout of all back-office forms: two columns of fields up to 480 px wide, one column on a phone. Multi-line
 * fields, lists of rows, checkbox groups and tables span both columns. It is part of the theme, so forms do not repeat
 * it.
 */
const columns = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 480px)',
  columnGap: 24,
  alignItems: 'start',
  '@media (min-width: 768px)': { gridTemplateColumns: 'repeat(2, minmax(0, 480px))' },
  '& > *': { gridColumn: '1 / -1' },
  '& > .MuiTextField-root:not(:has(textarea)), & > .MuiAutocomplete-root': { gridColumn: 'auto' },
} as const

export const formLayout = {
  // Matches a form without tabs and each tab of a form with tabs.
  '& > .MuiStack-root, & > .MuiCardContent-root > .MuiStack-root': columns,
} as const
