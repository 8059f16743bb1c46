import { sql } from 'kysely'
import { isReturnPremiumOnHold } from '../../claims/return-premium-hold.ts'
import type { Ctx, TransactionContext } from '../../http/context.ts'
import { lockBalance } from '../../ledger/store.ts'
import { getPaymentAuthor } from '../author.ts'
import { takesEarnedPremium } from './earned-premium.ts'
import {
  type ApprovedRefunds,
  payParts,
  type RefundPart,
  separateUnconfirmed,
  splitOverpayments,
  splitRefund,
} from './pay-refund.ts'
import {
  getReservedCreditCents,
  getReviewLimitCents,
  type NewReturnPremiumReview,
  openReview,
  type RefundHoldReason,
  type ReviewCause,
} from './reviews.ts'

/** Return premium on hold until staff decide, with the reason for the hold. */
export interface HeldRefund {
  by: RefundHoldReason
  cents: number
}

type ReleaseContext = Pick<TransactionContext, 'actor' | 'db' | 'now'>

export interface ReleasedPremium extends ApprovedRefunds {
  held: HeldRefund[]
}

/** Returns the total on hold, in cents. */
export const getHeldCents = (released: Pick<ReleasedPremium, 'held'> | undefined): number =>
  (released?.held ?? []).reduce((sum, { cents }) => sum + cents, 0)

export interface ReturnPremium {
  policyId: string
  cause: Exclude<ReviewCause, 'payment'>
  /** Description of the refund in the payment list. */
  description: string
  /** Start of the period for which premium is returned, `YYYY-MM-DD`. */
  effectiveDate: string
  /** Cancel reason code. Required for a cancellation. */
  reasonCode?: string
  /** The maximum amount to refund, in cents. Defaults to the policy's credit. */
  cents?: number
  /** The only payment to refund. Defaults to all payments with a remaining amount. */
  policyPaymentId?: string
  /** Id of the account that requested the refund. Defaults to the caller. */
  requestedBy?: string | null
  /** Id of the endorsement that returned the premium. */
  policyTransactionId?: string
  /** Whether the money is reserved for a new policy that is not bound yet. */
  isForNewPolicy?: boolean
}

/**
 * Returns whether a refund of `cents` and the policy's earlier refunds together exceed the review limit. The limit applies
 * to the total so that a large refund is reviewed even if it is split.
 */
export async function exceedsReviewLimit(
  ctx: Pick<Ctx, 'db' | 'now'>,
  policyId: string,
  { cents, counted }: { cents: number; counted: 'all' | 'withoutReview' },
): Promise<boolean> {
  const { rows } = await sql<{ cents: number }>`
    select -coalesce(sum(amount_cents), 0)::bigint as cents from payments where policy_id = ${policyId}
      and record_type = 'Refund' and status in ('processing', 'refunded')
      and (${counted === 'all'} or refund_review_id is null)`.execute(ctx.db)
  return (rows[0]?.cents ?? 0) + cents > (await getReviewLimitCents(ctx))
}

/**
 * Returns the refundable credit of a policy, in cents. Excludes amounts on hold and premium for elapsed days whose
 * refund was declined.
 */
export async function getFreeCreditCents(ctx: Pick<TransactionContext, 'db'>, policyId: string): Promise<number> {
  const { dueCents } = await lockBalance(ctx.db, policyId)
  if (dueCents >= 0) return 0
  return Math.max(0, -dueCents - (await getReservedCreditCents(ctx.db, policyId)))
}

/**
 * Returns why return premium must be put on hold: a claim, a large amount, or a new policy that needs the money.
 * Returns undefined if the premium can be refunded.
 */
export async function findRefundHold(
  ctx: Pick<Ctx, 'db' | 'now'>,
  premium: Pick<ReturnPremium, 'policyId' | 'isForNewPolicy'>,
  cents: number,
): Promise<RefundHoldReason | undefined> {
  if (await isReturnPremiumOnHold(ctx.db, premium.policyId)) return 'claim'
  if (premium.isForNewPolicy) return 'newPolicy'
  return (await exceedsReviewLimit(ctx, premium.policyId, { cents, counted: 'withoutReview' })) ? 'amount' : undefined
}

/**
 * Refunds return premium to the original payers, up to the policy's credit, or puts it on hold for review (REF-1).
 * Reasons for a hold: a claim, a large amount, a new policy that needs the money, a transfer from a policy that lacks
 * earned premium (REF-9), or, for a part of the refund, an unconfirmed check (REF-13). Call it with the policy and its
 * balance locked, after posting the return premium.
 */
export async function releaseReturnPremium(ctx: ReleaseContext, premium: ReturnPremium): Promise<ReleasedPremium> {
  const { policyId, cause, effectiveDate, reasonCode, description } = premium
  const free = await getFreeCreditCents(ctx, policyId)
  const cents = Math.min(premium.cents ?? free, free)
  if (cents <= 0) return { cents: 0, refundIds: [], held: [] }
  const by =
    (await findRefundHold(ctx, premium, cents)) ??
    ((await takesEarnedPremium(ctx, policyId, cents)) ? ('transferred' as const) : undefined)
  const { policyPaymentId } = premium
  const about = {
    ...{ policyId, cause, effectiveDate, reasonCode },
    requestedBy: premium.requestedBy ?? null,
    policyTransactionId: premium.policyTransactionId,
  }
  if (by) {
    await openReview(ctx, { ...about, holdReason: by, amountCents: cents, policyPaymentId })
    return { cents: 0, refundIds: [], held: [{ by, cents }] }
  }
  const parts = await splitRefund(ctx.db, policyId, cents, { onlyPaymentId: policyPaymentId })
  return payOrHoldParts(ctx, parts, { about, description })
}

/** Pays the parts of a refund, and puts the parts that would pay an unconfirmed check on hold (REF-13). */
async function payOrHoldParts(
  ctx: ReleaseContext,
  parts: readonly RefundPart[],
  { about, description }: { about: Omit<NewReturnPremiumReview, 'holdReason' | 'amountCents'>; description: string },
): Promise<ReleasedPremium> {
  const { payable, unconfirmed, unconfirmedCents } = separateUnconfirmed(parts)
  for (const { policyPaymentId, amountCents } of unconfirmed)
    await openReview(ctx, { ...about, holdReason: 'check', amountCents, policyPaymentId })
  return {
    ...(await payParts(ctx, payable, { author: getPaymentAuthor(ctx), description })),
    held: unconfirmedCents > 0 ? [{ by: 'check', cents: unconfirmedCents }] : [],
  }
}

/**
 * Refunds open overpayments to their payers (REF-4), or puts those of unconfirmed checks on hold (REF-13).
 * Call it with the policy's balance locked, before the cancellation is posted to the ledger. The cancellation's own
 * refund is split afterward.
 */
export async function refundOverpayments(
  ctx: ReleaseContext,
  about: Omit<NewReturnPremiumReview, 'holdReason' | 'amountCents'>,
): Promise<void> {
  const parts = await splitOverpayments(ctx.db, about.policyId)
  await payOrHoldParts(ctx, parts, { about, description: 'Refund of an overpayment' })
}

/**
 * Puts return premium for elapsed days on hold until a second person approves it (REF-5). This applies even to unpaid
 * premium. The amount does not count as credit until then.
 */
export async function holdElapsedPremium(
  ctx: TransactionContext,
  premium: Pick<ReturnPremium, 'policyId' | 'cause' | 'effectiveDate' | 'policyTransactionId'> & { cents: number },
): Promise<HeldRefund> {
  const { cents, ...about } = premium
  await openReview(ctx, { ...about, holdReason: 'elapsedDays', amountCents: cents, reasonCode: undefined })
  return { by: 'elapsedDays', cents }
}
