import { Box, Typography } from '@mui/material'
import { Fragment, type ReactNode } from 'react'

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 2fr) minmax(0, 3fr)', sm: 'max-content 1fr' },
  columnGap: { xs: 2, sm: 3 },
  rowGap: 0.5,
  margin: 0,
  overflowWrap: 'anywhere',
} as const

/** A list of labels and values. A missing value is shown as a dash. */
export const DescriptionList = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <Box component="dl" sx={grid}>
    {Object.entries(facts).map(([name, value]) => (
      <Fragment key={name}>
        <Typography component="dt" color="textSecondary">
          {name}
        </Typography>
        <Typography component="dd" sx={{ margin: 0 }}>
          {value || '–'}
        </Typography>
      </Fragment>
    ))}
  </Box>
)
