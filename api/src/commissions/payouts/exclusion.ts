import type { PayoutStatement } from '@tideline/sdk/types'
import { isRoutingNumber } from '../../agencies/sealed-number.ts'

export type ExclusionReason = NonNullable<PayoutStatement['exclusion']>

interface BankDetails {
  bank_routing_no: string | null
  has_account_no: boolean
}

/** Returns the reason why an agency cannot be paid by bank transfer. Returns null if the agency can be paid. */
export function findExclusionReason({ bank_routing_no, has_account_no }: BankDetails): ExclusionReason | null {
  if (!bank_routing_no) return 'noRoutingNumber'
  if (!isRoutingNumber(bank_routing_no)) return 'invalidRoutingNumber'
  return has_account_no ? null : 'noAccountNumber'
}

/** Message for each exclusion reason. The agency's name precedes the message. */
export const exclusionReasonTexts: Record<ExclusionReason, string> = {
  noRoutingNumber: 'has no bank routing number',
  invalidRoutingNumber: 'has an invalid bank routing number',
  noAccountNumber: 'has no bank account number',
}
