import type { CommissionStatementStatus } from '@tideline/sdk'

/** Descriptions of the statement statuses, as agencies see them. */
export const statementStatusText: Record<CommissionStatementStatus, string> = {
  open: 'Open, may still change',
  closed: 'Closed',
  paid: 'Paid',
  carried: 'Carried forward',
}
