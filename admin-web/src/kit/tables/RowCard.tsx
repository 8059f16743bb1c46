import { Card, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** Resets the style of a table cell inside a card. */
export const resetCellStyle = {
  display: 'block',
  padding: 0,
  border: 0,
  margin: 0,
  font: 'inherit',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
} as const

/** A list of cards that replaces a table's rows on phones. */
export const RowCards = ({ label, children }: { label?: string; children: ReactNode }) => (
  <Stack
    component="ul"
    spacing={1}
    sx={{ listStyle: 'none', margin: 0, padding: label ? 0 : 1 }}
    {...(label && { 'aria-label': label })}
  >
    {children}
  </Stack>
)

interface RowCardProps {
  title: ReactNode
  /** The status, shown next to the title. */
  status?: ReactNode
  children: ReactNode
  /** The actions of the row. */
  actions?: ReactNode
  /** Whether the lines continue on the same line, as in a list. */
  isCompact?: boolean
}

const compactLinesStyle = {
  flexDirection: 'row',
  flexWrap: 'wrap',
  columnGap: 1.5,
  // Overrides the layout of `CardLine`.
  '&& > *': { gap: 0.5, minHeight: 22 },
  '& dt': { fontWeight: 400 },
  '&& dd': { textAlign: 'left', width: 'auto', minWidth: 0 },
} as const

/** A card that replaces a row on phones: title, lines and actions. */
export const RowCard = ({ title, status: standing, children, actions: deeds, isCompact = false }: RowCardProps) => (
  <Card
    component="li"
    variant="outlined"
    sx={{
      position: 'relative',
      padding: isCompact ? 1.25 : 1.5,
      '& a:not(.card-title), & button': { position: 'relative', zIndex: 1 },
    }}
  >
    {standing ? (
      <Stack
        direction="row"
        sx={{
          justifyContent: 'space-between',
          alignItems: 'center',
          // With large text, the status is below the title.
          flexWrap: 'wrap',
          columnGap: 2,
          '& > :first-child': { flex: '1 1 6rem' },
          '& > span': { ...resetCellStyle, flexShrink: 0, whiteSpace: 'nowrap' },
        }}
      >
        {title}
        {standing}
      </Stack>
    ) : (
      title
    )}
    <Stack component="dl" sx={{ margin: 0, marginTop: 0.5, typography: 'body2', ...(isCompact && compactLinesStyle) }}>
      {children}
    </Stack>
    {deeds}
  </Card>
)

/**
 * A label and its value. `children` is the `dd` element. Hidden if the value is empty, for example in a hidden column.
 */
export const CardLine = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <Stack
    direction="row"
    sx={{
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: 2,
      minHeight: 28,
      '&:not(:has(dd)), &:has(dd:empty)': { display: 'none' },
      '& dd': { ...resetCellStyle, textAlign: 'right' },
    }}
  >
    <Typography component="dt" variant="body2" color="text.secondary" sx={{ flexShrink: 0 }}>
      {name}
    </Typography>
    {children}
  </Stack>
)
