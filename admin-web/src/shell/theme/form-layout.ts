/**
 * Theme layout for all back-office forms. Forms have two columns of up to 480 px, or one column on phones. Multi-line
 * fields, lists and tables span both columns.
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
