import type { PayoutStatement } from '@tideline/sdk/types'
import { isRoutingNumber } from '../../agencies/sealed-number.ts'

export type ExclusionReason = NonNullable<PayoutStatement['exclusion']>

interface BankDetails {
  bank_routing_no: string | null
  has_account_no: boolean
}

/** Returns why an agency cannot be paid by bank transfer, or null if it can. */
export function findExclusionReason({ bank_routing_no, has_account_no }: BankDetails): ExclusionReason | null {
  if (!bank_routing_no) return 'noRoutingNumber'
  if (!isRoutingNumber(bank_routing_no)) return 'invalidRoutingNumber'
  return has_account_no ? null : 'noAccountNumber'
}

/** Text for each exclusion reason. It completes a sentence about the agency. */
export const exclusionReasonTexts: Record<ExclusionReason, string> = {
  noRoutingNumber: 'has no bank routing number',
  invalidRoutingNumber: 'has an invalid bank routing number',
  noAccountNumber: 'has no bank account number',
}
