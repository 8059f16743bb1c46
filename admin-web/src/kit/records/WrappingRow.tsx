import { Stack } from '@mui/material'
import type { ReactNode } from 'react'

interface WrappingRowProps {
  component?: 'div' | 'li'
  spacing?: number
  children: ReactNode
}

/** Lays out buttons, fields or texts in a row. Items that do not fit continue on the next line. */
export const WrappingRow = ({ component = 'div', spacing = 1, children }: WrappingRowProps) => (
  <Stack
    component={component}
    direction="row"
    spacing={spacing}
    useFlexGap
    sx={{ flexWrap: 'wrap', alignItems: 'center' }}
  >
    {children}
  </Stack>
)
