import type { CommissionStatementStatus } from '@tideline/sdk'

/** The description of each statement status for the agency. */
export const statementStatusText: Record<CommissionStatementStatus, string> = {
  open: 'Open, may still change',
  closed: 'Closed',
  paid: 'Paid',
  carried: 'Carried forward',
}
