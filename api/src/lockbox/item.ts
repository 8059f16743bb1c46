import type { Operations } from '../generated/operations.ts'

/** A lockbox check in the contract's format. */
export type LockboxItem = Operations['updateLockboxItem']['response']['payload']

/** A part of a check for one policy. */
export interface CheckAllocation {
  policyNo: string
  amountCents: number
}

/** A stored lockbox check with the policies that it pays. */
export interface LockboxItemRow {
  lockbox_item_id: string
  lockbox_no: string
  deposit_date: string
  batch_no: string
  item_no: string
  check_no: string | null
  amount_cents: number
  remitter_name: string | null
  reference: string | null
  state: LockboxItem['status']
  notes: string | null
  attention: string | null
  proposed_parts: CheckAllocation[] | null
  proposed_by: string | null
  proposed_by_name: string | null
  proposed_at: Date | null
  /** Parts by policy. Null unless the check is applied. */
  parts: CheckAllocation[] | null
}
