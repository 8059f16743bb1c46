import { Box, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'

/** A row with the main amounts of a page. The total is emphasized. */
export const KeyFigures = ({ figures }: { figures: readonly (readonly [name: string, shown: ReactNode])[] }) => (
  <Stack component="dl" direction="row" useFlexGap sx={{ flexWrap: 'wrap', columnGap: 4, rowGap: 1.5, margin: 0 }}>
    {figures.map(([name, shown]) => (
      <Box key={name}>
        <Typography component="dt" variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          {name}
        </Typography>
        <Typography
          component="dd"
          sx={{ margin: 0, typography: 'subtitle1', fontWeight: name === 'Total' ? 600 : 400 }}
        >
          {shown}
        </Typography>
      </Box>
    ))}
  </Stack>
)
