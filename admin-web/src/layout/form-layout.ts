/**
 * Every form of the back office: fields of at most 480 px in two columns, one on a phone; what is more than a line (a text, a list of rows,
 * boxes to tick, a table) takes both. It stands in the theme, so that no form says it again.
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
  // A form without tabs, and each tab of one with.
  '& > .MuiStack-root, & > .MuiCardContent-root > .MuiStack-root': columns,
} as const
