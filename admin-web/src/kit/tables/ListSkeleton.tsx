import { Box, Skeleton } from '@mui/material'

/** The number of skeleton rows: as many as fit on a small screen. */
const rowNumbers = Array.from({ length: 10 }, (_, index) => index)

/** Placeholder rows for a list that is loading. They have the same height as the loaded rows. */
export const ListSkeleton = () => (
  <Box role="progressbar" aria-label="Loading" sx={{ paddingX: 2, paddingBottom: 2 }}>
    {rowNumbers.map((row) => (
      <Box
        key={row}
        sx={{ height: 32, display: 'flex', alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
      >
        <Skeleton variant="text" width={row % 2 === 0 ? '92%' : '84%'} />
      </Box>
    ))}
  </Box>
)
