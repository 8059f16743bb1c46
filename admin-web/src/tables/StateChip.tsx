import CancelIcon from '@mui/icons-material/Cancel'
import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import HistoryIcon from '@mui/icons-material/History'
import HourglassIcon from '@mui/icons-material/HourglassBottom'
import PauseCircleIcon from '@mui/icons-material/PauseCircle'
import { Chip } from '@mui/material'
import type { AdminCommissionStatement, AdminPayment, LockboxFilterStatus, LockboxItem } from '@tideline/sdk'
import type { ReactElement } from 'react'

/** Where money stands: a payment, a check of the lockbox, a commission statement. */
export type MoneyState =
  | AdminPayment['paymentStatus']
  | LockboxItem['status']
  | LockboxFilterStatus
  | AdminCommissionStatement['status']

const done = { color: 'success', icon: <CheckCircleIcon /> } as const
const under = { color: 'info', icon: <HourglassIcon /> } as const
const waits = { color: 'warning', icon: <PauseCircleIcon /> } as const
const bad = { color: 'error', icon: <CancelIcon /> } as const
const over = { color: 'default', icon: <HistoryIcon /> } as const

interface Face {
  word: string
  color: 'success' | 'info' | 'warning' | 'error' | 'default'
  icon: ReactElement
}

const faces: Record<MoneyState, Face> = {
  processing: { word: 'Processing', ...under },
  requires_action: { word: 'Waits for the payer', ...waits },
  paid: { word: 'Paid', ...done },
  failed: { word: 'Failed', ...bad },
  cancelled: { word: 'Cancelled', ...over },
  refunded: { word: 'Refunded', ...over },
  disputed: { word: 'Disputed', ...bad },
  unapplied: { word: 'Unapplied', ...waits },
  open: { word: 'Open', ...under },
  applied: { word: 'Applied', ...done },
  reversed: { word: 'Reversed', ...waits },
  returned: { word: 'Returned', ...over },
  bounced: { word: 'Bounced', ...bad },
  closed: { word: 'Closed', ...done },
}

export const stateWord = (state: MoneyState) => faces[state].word

/** What a filter offers of these states. */
export const stateChoices = (states: readonly MoneyState[]) => states.map((id) => ({ id, name: stateWord(id) }))

/** Where money stands by colour, icon and word; the word keeps the ink of the page. */
export function StateChip({ state }: { state: MoneyState }) {
  const { word, ...look } = faces[state]
  return <Chip size="small" variant="outlined" label={word} {...look} />
}
