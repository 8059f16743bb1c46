import type { NoticeHoldReason, NoticeReason, NoticeState } from '@tideline/sdk'
import type { StateTone } from '../kit/tables/StateChip.tsx'

export const noticeStateLabels: Record<NoticeState, { word: string; tone: StateTone }> = {
  open: { word: 'Open', tone: 'inProgress' },
  onHold: { word: 'On hold', tone: 'pending' },
  rescinded: { word: 'Rescinded', tone: 'ended' },
  completed: { word: 'Policy cancelled', tone: 'failed' },
  closed: { word: 'Closed', tone: 'ended' },
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
