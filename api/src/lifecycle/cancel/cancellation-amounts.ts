import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import { listProcessingPayments } from '../../payments/reads/processing-payments.ts'
import { describeHeldRefund } from '../../payments/refunds/held-refund-messages.ts'
import {
  getPayeesRefundedSince,
  getPlannedPayees,
  planRefund,
  separateUnconfirmed,
} from '../../payments/refunds/pay-refund.ts'
import type { Payees } from '../../payments/refunds/refund-payees.ts'
import { findRefundHold, type HeldRefund } from '../../payments/refunds/release-return-premium.ts'
import { getOpenCancellationHolds } from '../../payments/refunds/reviews.ts'
import type { Policy } from '../../policy/visibility.ts'
import type { RefundQuote } from './calculate-refund.ts'
import type { CancelReason } from './reasons.ts'

/** Amounts of a cancellation in cents, planned or posted (CAN-21). */
export interface CancellationAmounts {
  /** Whether the amounts are planned, because the cancellation is not posted yet. */
  isPlanned: boolean
  returnPremiumCents: number
  /**
   * Part of the return premium that reduces an unpaid balance or pays written-off debt. Undefined once the cancellation is
   * posted.
   */
  balanceReductionCents: number | undefined
  /** Credit of an overpaid policy before the cancellation. Undefined once the cancellation is posted. */
  creditCents: number | undefined
  /** Payees of the refund, largest amount first. */
  payees: Payees
  held: readonly HeldRefund[]
  /** Amount that is owed after the cancellation. */
  balanceCents: number
  /** Payments that were submitted and have not settled. */
  processing: readonly { cents: number; submittedOn: string }[]
}

/** Returns the total of the refunds to payees, in cents. */
export const getRefundCents = ({ payees }: Pick<CancellationAmounts, 'payees'>): number =>
  payees.reduce((sum, { cents }) => sum + cents, 0)

/**
 * Calculates the amounts that a cancellation would post now. Return premium first reduces an unpaid balance (CAN-19).
 * The rest is refunded or put on hold, by the same rules as when it is posted (REF-1).
 */
export async function planCancellationAmounts(
  ctx: Pick<Ctx, 'db' | 'now'>,
  policy: Policy,
  reason: Pick<CancelReason, 'refund'>,
  quote: Pick<RefundQuote, 'refundCents' | 'held'>,
): Promise<CancellationAmounts> {
  const { policyId } = policy
  const { refundCents: returnPremiumCents } = quote
  const { dueCents } = await getPolicyBalance(ctx.db, policyId)
  const owedCents = Math.max(0, dueCents)
  const { overpayments, premium, premiumCents, recoveredCents } = await planRefund(ctx.db, policyId, returnPremiumCents)
  const by =
    premiumCents > 0
      ? await findRefundHold(ctx, { policyId, isForNewPolicy: reason.refund.goesFirstToNewPolicy }, premiumCents)
      : undefined
  const { payable, unconfirmedCents } = separateUnconfirmed(by ? overpayments : [...overpayments, ...premium])
  return {
    isPlanned: true,
    returnPremiumCents,
    balanceReductionCents: Math.min(owedCents, returnPremiumCents) + recoveredCents,
    creditCents: Math.max(0, -dueCents),
    payees: await getPlannedPayees(ctx.db, payable),
    held: [
      ...(quote.held && quote.held.refundCents > 0 ? [{ by: 'claim' as const, cents: quote.held.refundCents }] : []),
      ...(by ? [{ by, cents: premiumCents }] : []),
      ...(unconfirmedCents > 0 ? [{ by: 'check' as const, cents: unconfirmedCents }] : []),
    ],
    balanceCents: Math.max(0, owedCents - returnPremiumCents),
    processing: await listProcessingPayments(ctx.db, policy),
  }
}

/** Returns the amounts of a posted cancellation according to the ledger, with refunds since then. */
export async function readCancellationAmounts(
  db: Kysely<DB>,
  policy: Policy,
  { cancelledAt, returnPremiumCents }: { cancelledAt: Date; returnPremiumCents: number },
): Promise<CancellationAmounts> {
  const { policyId } = policy
  return {
    isPlanned: false,
    returnPremiumCents,
    balanceReductionCents: undefined,
    creditCents: undefined,
    payees: await getPayeesRefundedSince(db, policyId, cancelledAt),
    held: await getOpenCancellationHolds(db, policyId),
    balanceCents: Math.max(0, (await getPolicyBalance(db, policyId)).dueCents),
    processing: await listProcessingPayments(db, policy),
  }
}

/** Converts the amounts to the format of the contract. */
export const toAmountsResponse = (amounts: CancellationAmounts) => ({
  refundAmount: toDollars(amounts.returnPremiumCents),
  refundTo: amounts.payees.map(({ name, cents }) => ({ name, amount: toDollars(cents) })),
  onHold: amounts.held.map((held) => ({ amount: toDollars(held.cents), message: describeHeldRefund(held) })),
  balance: toDollars(amounts.balanceCents),
  processingPayments: amounts.processing.map(({ cents, submittedOn }) => ({ amount: toDollars(cents), submittedOn })),
})
