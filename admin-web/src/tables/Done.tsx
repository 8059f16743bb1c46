import { Box } from '@mui/material'
import { Check } from 'lucide-react'

/** Whether something was done: a mark where it was; what is still to come says so quietly, since it is the common case of a new book. */
export const Done = ({ is }: { is: boolean }) =>
  is ? (
    <Box component="span" role="img" aria-label="Yes" sx={{ display: 'inline-flex', color: 'success.main' }}>
      <Check size={18} aria-hidden="true" />
    </Box>
  ) : (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      Not yet
    </Box>
  )
