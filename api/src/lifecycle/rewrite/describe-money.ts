import { formatUsDate } from '../../calendar/format-date.ts'
import { sayDollars } from '../../http/money.ts'
import { describeRefundPayees, type Payees } from '../../payments/refunds/refund-payees.ts'

/** What became of the old policy and its money, in cents. */
export interface OldPolicy {
  policyNo: string
  inceptionDate: string
  /** The day as of which it ended, `YYYY-MM-DD`. */
  endedOn: string
  /** What it costs for its days on risk, by the ledger. */
  keptCents: number
  /** What of that is not paid. */
  dueCents: number
  payees: Payees
}

/** How the old policy ended: as if it had never begun, or with its days on risk charged (POL-8). */
export const describeOldPolicyEnd = ({
  inceptionDate,
  endedOn,
}: Pick<OldPolicy, 'inceptionDate' | 'endedOn'>): string =>
  endedOn > inceptionDate ? `was cancelled as of ${formatUsDate(endedOn)}` : 'was cancelled as if it had never begun'

/** What of the old policy's money stays, goes back and is still owed (BIL-7). */
export function describeRewriteMoney({ policyNo, keptCents, dueCents, payees }: OldPolicy): string {
  return [
    ...(keptCents > 0 ? [`${sayDollars(keptCents)} remains charged on ${policyNo} for the days it was in force.`] : []),
    ...(dueCents > 0 ? [`${sayDollars(dueCents)} of it is still owed.`] : []),
    ...(payees.length > 0 ? [describeRefundPayees(payees)] : []),
    'Documents will be reissued with the new effective date and must be signed again.',
  ].join(' ')
}
