import CancelIcon from '@mui/icons-material/Cancel'
import CheckCircleIcon from '@mui/icons-material/CheckCircle'
import HistoryIcon from '@mui/icons-material/History'
import HourglassIcon from '@mui/icons-material/HourglassBottom'
import PauseCircleIcon from '@mui/icons-material/PauseCircle'
import { Chip } from '@mui/material'
import type { AdminCommissionStatement, AdminPayment, LockboxFilterStatus, LockboxItem } from '@tideline/sdk'

/** Where money stands: a payment, a check of the lockbox, a commission statement. */
export type MoneyState =
  | AdminPayment['paymentStatus']
  | LockboxItem['status']
  | LockboxFilterStatus
  | AdminCommissionStatement['status']

const looks = {
  done: { color: 'success', icon: <CheckCircleIcon /> },
  under: { color: 'info', icon: <HourglassIcon /> },
  waits: { color: 'warning', icon: <PauseCircleIcon /> },
  bad: { color: 'error', icon: <CancelIcon /> },
  over: { color: 'default', icon: <HistoryIcon /> },
} as const
/** What a state means to whoever looks: it is done, under way, waits for somebody, went wrong, or is past. */
export type Look = keyof typeof looks

/** Where something stands by colour, icon and word; the word keeps the ink of the page. */
export const Tag = ({ word, look }: { word: string; look: Look }) => (
  <Chip size="small" variant="outlined" label={word} {...looks[look]} />
)

const faces: Record<MoneyState, { word: string; look: Look }> = {
  processing: { word: 'Processing', look: 'under' },
  requires_action: { word: 'Waits for the payer', look: 'waits' },
  paid: { word: 'Paid', look: 'done' },
  failed: { word: 'Failed', look: 'bad' },
  cancelled: { word: 'Cancelled', look: 'over' },
  refunded: { word: 'Refunded', look: 'over' },
  disputed: { word: 'Disputed', look: 'bad' },
  unapplied: { word: 'Unapplied', look: 'waits' },
  open: { word: 'Open', look: 'under' },
  applied: { word: 'Applied', look: 'done' },
  reversed: { word: 'Reversed', look: 'waits' },
  returned: { word: 'Returned', look: 'over' },
  bounced: { word: 'Bounced', look: 'bad' },
  closed: { word: 'Closed', look: 'done' },
}

export const stateWord = (state: MoneyState) => faces[state].word

/** What a filter offers of these states. */
export const stateChoices = (states: readonly MoneyState[]) => states.map((id) => ({ id, name: stateWord(id) }))

/** Where money stands. */
export const StateChip = ({ state }: { state: MoneyState }) => <Tag {...faces[state]} />
