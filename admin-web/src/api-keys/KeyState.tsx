import CancelIcon from '@mui/icons-material/Cancel'
import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import HistoryIcon from '@mui/icons-material/History'
import { Chip } from '@mui/material'
import type { AdminApiKey } from '@tideline/sdk'
import { stateWords } from './words.ts'

const faces = {
  active: { color: 'success', icon: <CheckCircleIcon /> },
  ended: { color: 'default', icon: <HistoryIcon /> },
  revoked: { color: 'error', icon: <CancelIcon /> },
} as const

/** Whether a key opens anything, by colour, icon and word. */
export const KeyState = ({ state }: Pick<AdminApiKey, 'state'>) => (
  <Chip size="small" variant="outlined" label={stateWords[state]} {...faces[state]} />
)
