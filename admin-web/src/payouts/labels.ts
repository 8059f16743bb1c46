import type { PayoutBatchStatus, PayoutExclusion } from '@tideline/sdk'
import type { StateTone } from '../kit/tables/StateChip.tsx'

export const statusLabels: Record<PayoutBatchStatus, { word: string; look: StateTone }> = {
  pendingApproval: { word: 'Pending approval', look: 'waits' },
  ready: { word: 'Ready', look: 'under' },
  paid: { word: 'Paid', look: 'done' },
  voided: { word: 'Voided', look: 'over' },
}

export const exclusionLabels: Record<PayoutExclusion, string> = {
  noRoutingNumber: 'No bank routing number',
  invalidRoutingNumber: 'Invalid bank routing number',
  noAccountNumber: 'No bank account number',
}
