import CancelIcon from '@mui/icons-material/Cancel'
import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import EventIcon from '@mui/icons-material/Event'
import HistoryIcon from '@mui/icons-material/History'
import HourglassIcon from '@mui/icons-material/HourglassBottom'
import PauseCircleIcon from '@mui/icons-material/PauseCircle'
import { Chip } from '@mui/material'
import type { AdminPolicy } from '@tideline/sdk'
import type { ReactElement } from 'react'

const faces: Record<
  AdminPolicy['status'],
  { color: 'success' | 'info' | 'warning' | 'error' | 'default'; icon: ReactElement }
> = {
  Active: { color: 'success', icon: <CheckCircleIcon /> },
  Bound: { color: 'info', icon: <EventIcon /> },
  'Pending Cancel': { color: 'warning', icon: <HourglassIcon /> },
  'Non-renew': { color: 'warning', icon: <PauseCircleIcon /> },
  Cancelled: { color: 'error', icon: <CancelIcon /> },
  Expired: { color: 'default', icon: <HistoryIcon /> },
  Inactive: { color: 'default', icon: <PauseCircleIcon /> },
}

/** A policy's status by colour, icon and word, never by colour alone. */
export const StatusChip = ({ status }: { status: AdminPolicy['status'] }) => (
  <Chip size="small" variant="outlined" label={status} {...faces[status]} />
)
