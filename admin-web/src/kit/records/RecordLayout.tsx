import { Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** The space around a page's or card's content. `minWidth` lets wide tables scroll instead of widening the page. */
export const paddedBlockStyle = { padding: 2, minWidth: 0 } as const

/** The sections of a record's page, stacked vertically. */
export const RecordLayout = ({ spacing = 2, children }: { spacing?: number; children: ReactNode }) => (
  <Stack spacing={spacing} sx={paddedBlockStyle}>
    {children}
  </Stack>
)

/** The heading of a record's page. */
export const RecordTitle = ({ children }: { children: ReactNode }) => (
  <Typography component="h1" variant="h5">
    {children}
  </Typography>
)
