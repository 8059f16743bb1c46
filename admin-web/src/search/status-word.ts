import type { SearchKind } from '@tideline/sdk'
import { type AgencyStatus, statusName } from '../agencies/labels.ts'
import { type MoneyState, stateWord } from '../tables/StateChip.tsx'

/** Where a hit stands, as its own list says it. */
export const statusWord = (kind: SearchKind, status: string): string => {
  if (kind === 'agencies') return statusName(status as AgencyStatus)
  if (kind === 'payments' || kind === 'checks') return stateWord(status as MoneyState)
  return status
}
