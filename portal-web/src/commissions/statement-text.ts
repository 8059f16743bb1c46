import type { CommissionStatementStatus } from '@tideline/sdk'

/** What a statement's status means for its agency. */
export const statusText: Record<CommissionStatementStatus, string> = {
  open: 'Open, may still change',
  closed: 'Closed',
  paid: 'Paid',
}

/** `10/2026` */
export const monthText = ({ year, month }: { year: number; month: number }) =>
  `${String(month).padStart(2, '0')}/${year}`
