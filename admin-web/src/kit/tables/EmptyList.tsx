import { Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** Text that a list shows instead of rows. */
export const EmptyList = ({ children }: { children: ReactNode }) => (
  <Typography sx={{ padding: 4 }} role="status">
    {children}
  </Typography>
)
