import type { CommissionStatementStatus } from '@tideline/sdk'

/** What a statement's status means for its agency. */
export const statusText: Record<CommissionStatementStatus, string> = {
  open: 'Open, may still change',
  closed: 'Closed',
  paid: 'Paid',
  carried: 'Carried forward',
}
