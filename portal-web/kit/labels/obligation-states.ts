import type { Obligation } from '@tideline/sdk'

/** The tone, icon and label of each obligation state, in the portal and the back office (BIL-12). */
export const obligationStates = {
  upcoming: { tone: 'neutral', icon: 'clock', label: 'Upcoming' },
  due: { tone: 'warning', icon: 'attention', label: 'Due' },
  pastDue: { tone: 'danger', icon: 'attention', label: 'Past due' },
  processing: { tone: 'info', icon: 'clock', label: 'Processing' },
  paid: { tone: 'success', icon: 'done', label: 'Paid' },
  writtenOff: { tone: 'neutral', icon: 'minus', label: 'Written off' },
} as const satisfies Record<Obligation['state'], object>
