import { formatUsDate } from '../../calendar/format-date.ts'
import { formatDollars } from '../../http/money.ts'
import { describeRefundPayees, type Payees } from '../../payments/refunds/refund-payees.ts'

/** The old policy of a cancel/rewrite, with amounts in cents. */
export interface RewrittenPolicyAmounts {
  policyNo: string
  inceptionDate: string
  /** Cancellation date, `YYYY-MM-DD`. */
  endedOn: string
  /** Amount retained for the days on which the policy was in force, according to the ledger. */
  keptCents: number
  /** Unpaid part of the retained amount. */
  dueCents: number
  payees: Payees
}

/** Describes how the old policy ended: as if it had never started, or with a charge for its days on risk (POL-8). */
export const describeOldPolicyEnd = ({
  inceptionDate,
  endedOn,
}: Pick<RewrittenPolicyAmounts, 'inceptionDate' | 'endedOn'>): string =>
  endedOn > inceptionDate ? `was cancelled as of ${formatUsDate(endedOn)}` : 'was cancelled as if it had never begun'

/** Describes how much of the old policy's money is retained, refunded and still owed (BIL-7). */
export function describeRewriteAmounts({ policyNo, keptCents, dueCents, payees }: RewrittenPolicyAmounts): string {
  return [
    ...(keptCents > 0
      ? [`${formatDollars(keptCents)} remains charged on ${policyNo} for the days it was in force.`]
      : []),
    ...(dueCents > 0 ? [`${formatDollars(dueCents)} of it is still owed.`] : []),
    ...(payees.length > 0 ? [describeRefundPayees(payees)] : []),
    'Documents will be reissued with the new effective date and must be signed again.',
  ].join(' ')
}
