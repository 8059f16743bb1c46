import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import HourglassIcon from '@mui/icons-material/HourglassBottom'
import PauseCircleIcon from '@mui/icons-material/PauseCircle'
import StopCircleIcon from '@mui/icons-material/StopCircle'
import { Chip } from '@mui/material'
import type { ReactElement } from 'react'
import { type AgencyStatus, statusName } from './words.ts'

const faces: Record<AgencyStatus, { color: 'success' | 'info' | 'warning' | 'error'; icon: ReactElement }> = {
  A: { color: 'success', icon: <CheckCircleIcon /> },
  P: { color: 'info', icon: <HourglassIcon /> },
  I: { color: 'warning', icon: <PauseCircleIcon /> },
  T: { color: 'error', icon: <StopCircleIcon /> },
}

/** An agency's status by colour, icon and word; the word keeps the ink of the page. */
export const AgencyStatusChip = ({ status }: { status: AgencyStatus }) => (
  <Chip size="small" variant="outlined" label={statusName(status)} {...faces[status]} />
)
