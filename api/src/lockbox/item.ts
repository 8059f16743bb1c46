import type { Operations } from '../generated/operations.ts'

/** A check of a lockbox as the contract shows it. */
export type LockboxItem = Operations['updateLockboxItem']['answer']['payload']

/** The same as it stands in the table, with the number of the policy that it was applied to. */
export interface ItemRow {
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
  policy_no: string | null
}
