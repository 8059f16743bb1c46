import { Box, Stack } from '@mui/material'
import type { ReactNode } from 'react'

interface PlainListProps {
  label?: string
  spacing?: number
  children: ReactNode
}

/** A list without bullets. */
export const PlainList = ({ label, spacing = 0, children }: PlainListProps) => (
  <Stack
    component="ul"
    spacing={spacing}
    sx={{ listStyle: 'none', margin: 0, padding: 0 }}
    {...(label && { 'aria-label': label })}
  >
    {children}
  </Stack>
)

/** An item of a plain list with a line above it. */
export const SeparatedItem = ({ children }: { children: ReactNode }) => (
  <Box component="li" sx={{ borderTop: 1, borderColor: 'divider', paddingY: 1.5, overflowWrap: 'anywhere' }}>
    {children}
  </Box>
)
