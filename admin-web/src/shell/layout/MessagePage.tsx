import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Title } from 'react-admin'

/**
 * A page for an error or an empty state. Explains what happened and what the user can do, with links to other pages.
 */
export const MessagePage = ({
  title,
  children,
  actions,
}: {
  title: string
  children: ReactNode
  actions: ReactNode
}) => (
  <Box sx={{ maxWidth: 560, marginX: 'auto', paddingY: { xs: 4, sm: 8 }, paddingX: 2 }}>
    <Title title={title} />
    <Typography component="h2" variant="h5" gutterBottom>
      {title}
    </Typography>
    <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{children}</Box>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginTop: 3 }}>{actions}</Box>
  </Box>
)
