import { Chip } from '@mui/material'
import type { AdminCommissionStatement, AdminPayment, LockboxFilterStatus, LockboxItem } from '@tideline/sdk'
import { Icon, type IconName } from '@tideline/web-kit/ui/Icon.tsx'

/** Where money stands: a payment, a check of the lockbox, a commission statement. */
export type MoneyState =
  | AdminPayment['paymentStatus']
  | LockboxItem['status']
  | LockboxFilterStatus
  | AdminCommissionStatement['status']

interface MarkProps {
  word: string
  color: 'success' | 'info' | 'warning' | 'error' | 'default'
  icon: IconName
}

/** A word on its ground, with a shape of the portal's. */
export const Mark = ({ word, color, icon }: MarkProps) => (
  <Chip size="small" label={word} color={color} icon={<Icon name={icon} />} />
)

const looks = {
  done: undefined,
  under: { color: 'info', icon: 'clock' },
  waits: { color: 'warning', icon: 'attention' },
  bad: { color: 'error', icon: 'cancelled' },
  over: { color: 'default', icon: 'over' },
} as const satisfies Record<string, Omit<MarkProps, 'word'> | undefined>

/** What a state means to whoever looks: it is done, under way, waits for somebody, went wrong, or is past. */
export type Look = keyof typeof looks

/** Where something stands, by ground, icon and word. What is done needs no more than its word. */
export const Tag = ({ word, look }: { word: string; look: Look }) => {
  const mark = looks[look]
  return mark ? <Mark word={word} {...mark} /> : <span>{word}</span>
}

const faces: Record<MoneyState, { word: string; look: Look }> = {
  processing: { word: 'Processing', look: 'under' },
  requires_action: { word: 'Awaiting payer', look: 'waits' },
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
  carried: { word: 'Carried forward', look: 'over' },
}

export const stateWord = (state: MoneyState) => faces[state].word

/** What a filter offers of these states. */
export const stateChoices = (states: readonly MoneyState[]) => states.map((id) => ({ id, name: stateWord(id) }))

/** Where money stands. */
export const StateChip = ({ state }: { state: MoneyState }) => <Tag {...faces[state]} />
