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

/** A chip with text and an icon from the portal's icon set. */
export const IconChip = ({ word, color, icon }: IconChipProps) => (
  <Chip size="small" label={word} color={color} icon={<Icon name={icon} />} />
)

const tones = {
  done: undefined,
  inProgress: { color: 'info', icon: 'clock' },
  pending: { color: 'warning', icon: 'attention' },
  failed: { color: 'error', icon: 'cancelled' },
  ended: { color: 'default', icon: 'over' },
} as const satisfies Record<string, Omit<IconChipProps, 'word'> | undefined>

/** Meaning of a state: done, in progress, pending, failed or past. */
export type StateTone = keyof typeof tones

/** A tag that shows a state with color, icon and text. Completed states have no color or icon. */
export const StateTag = ({ word, tone }: { word: string; tone: StateTone }) => {
  const mark = tones[tone]
  return mark ? <IconChip word={word} {...mark} /> : <span>{word}</span>
}

const stateDetails: Record<PaymentState, { word: string; tone: StateTone }> = {
  processing: { word: 'Processing', tone: 'inProgress' },
  requires_action: { word: 'Awaiting payer', tone: 'pending' },
  paid: { word: 'Paid', tone: 'done' },
  failed: { word: 'Failed', tone: 'failed' },
  cancelled: { word: 'Cancelled', tone: 'ended' },
  refunded: { word: 'Refunded', tone: 'ended' },
  disputed: { word: 'Disputed', tone: 'failed' },
  unapplied: { word: 'Unapplied', tone: 'pending' },
  open: { word: 'Open', tone: 'inProgress' },
  applied: { word: 'Applied', tone: 'done' },
  reversed: { word: 'Reversed', tone: 'pending' },
  returned: { word: 'Returned', tone: 'ended' },
  bounced: { word: 'Bounced', tone: 'failed' },
  closed: { word: 'Closed', tone: 'done' },
  carried: { word: 'Carried forward', tone: 'ended' },
}

export const formatState = (state: PaymentState) => stateDetails[state].word

/** Converts the states to filter choices. */
export const getStateChoices = (states: readonly PaymentState[]) => states.map((id) => ({ id, name: formatState(id) }))

/** The state of a payment, lockbox check or commission statement as a tag. */
export const StateChip = ({ state }: { state: PaymentState }) => <StateTag {...stateDetails[state]} />
