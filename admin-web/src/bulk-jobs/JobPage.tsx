import { Box } from '@mui/material'
import type { ReactNode } from 'react'
import { Title } from 'react-admin'

/** Layout for bulk job pages, with a readable width. */
export const JobPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box sx={{ paddingY: 2, minWidth: 0, maxWidth: 800 }}>
    <Title title={title} />
    {children}
  </Box>
)
