import { Chip } from '@mui/material'
import type { AdminCommissionStatement, AdminPayment, LockboxFilterStatus, LockboxItem } from '@tideline/sdk'
import { Icon, type IconName } from '@tideline/web-kit/ui/Icon.tsx'

/** The state of a payment, a lockbox check or a commission statement. */
export type PaymentState =
  | AdminPayment['paymentStatus']
  | LockboxItem['status']
  | LockboxFilterStatus
  | AdminCommissionStatement['status']

interface IconChipProps {
  word: string
  color: 'success' | 'info' | 'warning' | 'error' | 'default'
  icon: IconName
}

/** A chip with text and an icon of the portal. */
export const IconChip = ({ word, color, icon }: IconChipProps) => (
  <Chip size="small" label={word} color={color} icon={<Icon name={icon} />} />
)

const looks = {
  done: undefined,
  under: { color: 'info', icon: 'clock' },
  waits: { color: 'warning', icon: 'attention' },
  bad: { color: 'error', icon: 'cancelled' },
  over: { color: 'default', icon: 'over' },
} as const satisfies Record<string, Omit<IconChipProps, 'word'> | undefined>

/** The meaning of a state: done, in progress, pending, failed or past. */
export type StateTone = keyof typeof looks

/** A tag that shows a state with color, icon and text. A completed state is shown as text only. */
export const StateTag = ({ word, look }: { word: string; look: StateTone }) => {
  const mark = looks[look]
  return mark ? <IconChip word={word} {...mark} /> : <span>{word}</span>
}

const stateDetails: Record<PaymentState, { word: string; look: StateTone }> = {
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

export const formatState = (state: PaymentState) => stateDetails[state].word

/** Converts the states to filter choices. */
export const getStateChoices = (states: readonly PaymentState[]) => states.map((id) => ({ id, name: formatState(id) }))

/** The state of a payment, lockbox check or commission statement as a tag. */
export const StateChip = ({ state }: { state: PaymentState }) => <StateTag {...stateDetails[state]} />
