import type { PayoutApprovalReason, PayoutBatchStatus, PayoutExclusion } from '@tideline/sdk'
import type { StateTone } from '../kit/tables/StateChip.tsx'

export const statusLabels: Record<PayoutBatchStatus, { word: string; tone: StateTone }> = {
  pendingApproval: { word: 'Pending approval', tone: 'pending' },
  ready: { word: 'Ready', tone: 'inProgress' },
  paid: { word: 'Paid', tone: 'done' },
  voided: { word: 'Voided', tone: 'ended' },
}

export const exclusionLabels: Record<PayoutExclusion, string> = {
  noRoutingNumber: 'No bank routing number',
  invalidRoutingNumber: 'Invalid bank routing number',
  noAccountNumber: 'No bank account number',
}

export const approvalReasonLabels: Record<PayoutApprovalReason, string> = {
  earlierBatch: 'May have been paid',
  ownDecision: 'Amount decided by you',
}
