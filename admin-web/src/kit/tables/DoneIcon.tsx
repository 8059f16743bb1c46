import { Box } from '@mui/material'
import { Check } from 'lucide-react'

/** A check mark if true, or "Not yet" in a muted color if false. */
export const DoneIcon = ({ is: isDone }: { is: boolean }) =>
  isDone ? (
    <Box component="span" role="img" aria-label="Yes" sx={{ display: 'inline-flex', color: 'success.main' }}>
      <Check size={18} aria-hidden="true" />
    </Box>
  ) : (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      Not yet
    </Box>
  )
