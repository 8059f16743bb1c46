import type { SearchKind } from '@tideline/sdk'
import { type AgencyStatus, getAgencyStatusName } from '../../agencies/labels.ts'
import { formatState, type PaymentState } from '../../kit/tables/StateChip.tsx'

/** Returns a search result's status label, as shown in the list of its type. */
export const formatStatus = (kind: SearchKind, status: string): string => {
  if (kind === 'agencies') return getAgencyStatusName(status as AgencyStatus)
  if (kind === 'payments' || kind === 'checks') return formatState(status as PaymentState)
  return status
}
