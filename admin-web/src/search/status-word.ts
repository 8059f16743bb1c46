import type { SearchKind } from '@tideline/sdk'
import { type AgencyStatus, statusName } from '../agencies/labels.ts'
import { type MoneyState, stateWord } from '../tables/StateChip.tsx'

/** Returns the status of a search result with the label that its own list uses. */
export const statusWord = (kind: SearchKind, status: string): string => {
  if (kind === 'agencies') return statusName(status as AgencyStatus)
  if (kind === 'payments' || kind === 'checks') return stateWord(status as MoneyState)
  return status
}
