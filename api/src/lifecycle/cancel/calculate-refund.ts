import type { Kysely } from 'kysely'
import { countDaysBetween } from '../../calendar/days.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { isReturnPremiumOnHold } from '../../claims/return-premium-hold.ts'
import type { DB } from '../../db/schema.ts'
import type { Ctx } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { getPolicyBalance } from '../../ledger/store.ts'
import { previewRefund } from '../../payments/refunds/pay-refund.ts'
import { toPricePeriodResponse } from '../../policy/price-period-response.ts'
import { readTerm } from '../../policy/read-term.ts'
import { getViewer } from '../../policy/viewer.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { getTermTaxes } from '../../taxes/taxes.ts'
import {
  assertCancelReasonAvailable,
  type CancelReason,
  getCancellationEffectiveDate,
  requireCancelReason,
} from './reasons.ts'
import {
  type CancellableTerm,
  calculateRefundLines,
  getPaidToDate,
  getRefundBasis,
  type Refund,
  type RefundInput,
  type RefundLine,
} from './refund-rules.ts'

/** Returns the term with its price, fee and taxes, according to its transactions. */
async function readCancellableTerm(db: Kysely<DB>, policy: Policy): Promise<CancellableTerm> {
  const { schedule, price, taxesFor, row } = await readTerm(db, policy)
  return { schedule, price, taxesFor, feeCents: row.policy_fee_cents, taxes: getTermTaxes(row) }
}

export interface RefundQuote extends Refund, RefundInput {
  /** Part of the refund that is on hold until staff decide, because of a paid or open claim. */
  held: Refund | undefined
}

/**
 * Calculates the refund for a cancel reason and a requested effective date. For nonpayment, the paid-to date replaces
 * the requested date (CAN-4).
 */
export async function calculateRefund(
  db: Kysely<DB>,
  policy: Policy,
  reason: CancelReason,
  asked: string,
): Promise<RefundQuote> {
  const term = await readCancellableTerm(db, policy)
  const { receivedCents } = await getPolicyBalance(db, policy.policyId)
  const facts: RefundInput = {
    effectiveDate: reason.effectiveFrom === 'paidToDate' ? getPaidToDate(term, receivedCents) : asked,
    receivedCents,
    isBlockedByClaim: await isReturnPremiumOnHold(db, policy.policyId),
  }
  const held = facts.isBlockedByClaim
    ? calculateRefundLines(reason.refund, term, { ...facts, isBlockedByClaim: false })
    : undefined
  return { ...facts, ...calculateRefundLines(reason.refund, term, facts), held }
}

/**
 * Returns the amounts to refund for a term that is rewritten. The premium for days before `effectiveDate` is retained.
 * The minimum earned premium is not applied because it applies to the new term (PRI-3).
 */
export async function calculateRewriteRefundLines(
  db: Kysely<DB>,
  policy: Policy,
  effectiveDate: string,
): Promise<RefundLine[]> {
  const term = await readCancellableTerm(db, policy)
  const begun = { ...term.schedule.begun, minimumEarned: { percent: 0, cents: 0 } }
  const rule = { premium: 'proRata', policyFee: 'none', taxes: 'withPremium', surcharges: 'none' } as const
  const { lines } = calculateRefundLines(
    { ...rule, goesFirstToNewPolicy: true },
    { ...term, schedule: { ...term.schedule, begun } },
    { effectiveDate, receivedCents: 0, isBlockedByClaim: false },
  )
  return lines
}

/**
 * Calculates the refund of a cancellation without changing anything.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 422 if the reason or date is not allowed
 */
export async function previewCancellation(
  ctx: Ctx,
  input: { policyNo: string; reasonCode: string; effectiveDate: string | undefined },
) {
  const policy = await requirePolicy(ctx, input.policyNo)
  const viewer = getViewer(ctx.actor)
  await assertCancelReasonAvailable(ctx.db, policy, viewer, input.reasonCode)
  const reason = await requireCancelReason(ctx.db, input.reasonCode)
  const today = getPropertyDate(ctx.now, policy)
  // Without a requested date, uses today if the reason requires a date. Otherwise, uses the date that the reason
  // defines.
  const given = input.effectiveDate ?? (reason.effectiveDateRequired ? today : undefined)
  const asked = await getCancellationEffectiveDate(ctx.db, { policy, reason, viewer, today }, given)
  const refund = await calculateRefund(ctx.db, policy, reason, asked)
  const payees = await previewRefund(ctx.db, policy.policyId, refund.refundCents)
  return {
    reasonCode: reason.reasonCode,
    effectiveDate: refund.effectiveDate,
    basis: getRefundBasis(reason.refund, refund),
    daysInTerm: countDaysBetween(policy.inceptionDate, policy.expirationDate),
    daysRemaining: Math.max(0, countDaysBetween(refund.effectiveDate, policy.expirationDate)),
    lines: refund.lines.map(({ kind, description, chargedCents, keptCents, refundedCents }) => ({
      kind,
      description,
      charged: toDollars(chargedCents),
      kept: toDollars(keptCents),
      refunded: toDollars(refundedCents),
    })),
    periods: refund.periods.map(toPricePeriodResponse),
    minimumEarned: toDollars(refund.minimumCents),
    refundAmount: toDollars(refund.refundCents),
    refundTo: payees.map(({ name, cents }) => ({ name, amount: toDollars(cents) })),
    isBlockedByClaim: refund.isBlockedByClaim,
  }
}
