import type { NoticeHoldReason, NoticeReason, NoticeState } from '@tideline/sdk'
import type { StateTone } from '../kit/tables/StateChip.tsx'

export const noticeStateLabels: Record<NoticeState, { word: string; look: StateTone }> = {
  open: { word: 'Open', look: 'under' },
  onHold: { word: 'On hold', look: 'waits' },
  rescinded: { word: 'Rescinded', look: 'over' },
  completed: { word: 'Policy cancelled', look: 'bad' },
  closed: { word: 'Closed', look: 'over' },
}

export const holdReasonLabels: Record<NoticeHoldReason, string> = {
  processing: 'Payment processing',
  disputed: 'Disputed payment',
  moratorium: 'Regulatory moratorium',
  claim: 'Open claim',
}

export const noticeReasonLabels: Record<NoticeReason, string> = {
  pastDue: 'Past due',
  notTaken: 'Not taken (nothing was ever paid)',
}
