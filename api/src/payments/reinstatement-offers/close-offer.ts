import { writeAuditEntry } from '../../audit/audit.ts'
import { formatUsDate } from '../../calendar/format-date.ts'
import { createConflictError } from '../../http/api-error.ts'
import { type Actor, type Ctx, isInternal } from '../../http/context.ts'
import { toDollars } from '../../http/money.ts'
import { listPaymentPolicies } from '../../ledger/payments.ts'
import { getRemainingCents } from '../../ledger/remaining-balance.ts'
import { writeNote } from '../../notes/write-note.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { noOfferReason, offerOpenReason } from '../../policy/can/lifecycle.ts'
import { changePolicy } from '../../policy/change-policy.ts'
import type { Policy } from '../../policy/visibility.ts'
import { refundLatePayment } from '../refunds/refund-late-payment.ts'
import { getHeldCents, type ReleasedPremium } from '../refunds/release-return-premium.ts'
import { withdrawReinstatementHolds } from '../refunds/reviews.ts'
import { reinstatementOfferClosedEvent } from './events.ts'
import {
  findOpenOffer,
  findReinstatableTerm,
  getLapsedTerm,
  getMissingAmounts,
  type LapsedTerm,
  type OfferContext,
  type OfferOutcome,
  type OfferRow,
  type ReinstatableTerm,
  updateOfferCoverage,
} from './read-offer.ts'

/**
 * Refunds all payments that are on hold for the policy's offer. The same checks apply as for other refunds (REF-1).
 */
async function releaseHeldPayments(ctx: OfferContext, policyId: string): Promise<ReleasedPremium> {
  const released: ReleasedPremium = { cents: 0, refundIds: [], held: [] }
  for (const { policyPaymentId, paymentId, heldCents } of await withdrawReinstatementHolds(ctx, policyId)) {
    const amountCents = Math.min(heldCents, await getRemainingCents(ctx.db, { policyId, paymentId }))
    // Nothing remains of a payment that the bank returned.
    if (amountCents <= 0) continue
    const one = await refundLatePayment(ctx, { policyPaymentId, policyId, amountCents })
    if (!one) continue
    released.cents += one.cents
    released.refundIds.push(...one.refundIds)
    released.held.push(...one.held)
  }
  return released
}

/** Returns the name of the staff member who decided on the offer, or null if the system did. */
const getDecider = (actor: Actor): string | null => (isInternal(actor) ? actor.name : null)

/**
 * Closes an open offer. Unless the policy is reinstated, refunds the payments on hold to their payers. Call it with the
 * policy and its balance locked.
 */
export async function closeOffer(
  ctx: OfferContext,
  { reinstatement_offer_id: id, policy_id: policyId }: OfferRow,
  { outcome, reason, hasLapse = false }: { outcome: OfferOutcome; reason?: string; hasLapse?: boolean },
): Promise<void> {
  await ctx.db
    .updateTable('reinstatement_offers')
    .set({
      state: outcome,
      has_lapse: hasLapse,
      reason: reason ?? null,
      decided_by: getDecider(ctx.actor),
      decided_at: ctx.now,
    })
    .where('reinstatement_offer_id', '=', id)
    .execute()
  const released = outcome === 'accepted' ? undefined : await releaseHeldPayments(ctx, policyId)
  await publishEvent(ctx, reinstatementOfferClosedEvent, { policyId, outcome, released })
  await writeAuditEntry(ctx, {
    ...{ action: 'reinstatementOffer.close', entity: 'reinstatementOffer', entityId: id, policyId },
    details: {
      outcome,
      ...(hasLapse && { hasLapse }),
      ...(reason && { reason }),
      ...(released && {
        refunded: toDollars(released.cents),
        onHold: toDollars(getHeldCents(released)),
      }),
    },
  })
}

/**
 * Withdraws the policy's open offer if its payments no longer cover the amount needed, for example after a returned
 * payment (DEL-20). Call it with the policy and its balance locked, after updating the ledger.
 */
export async function withdrawUncoveredOffer(ctx: OfferContext, policyId: string): Promise<void> {
  const offer = await findOpenOffer(ctx.db, policyId)
  if (!offer) return
  const term = await findReinstatableTerm(ctx.db, policyId)
  if (!(term && (await updateOfferCoverage(ctx, term, offer)))) await closeOffer(ctx, offer, { outcome: 'withdrawn' })
}

/**
 * Withdraws uncovered offers after a payment was returned, disputed or refunded. Checks all policies that have money of
 * this payment. Call it with these policies locked.
 */
export async function withdrawUncoveredOffersOfPayment(ctx: OfferContext, policyPaymentId: string): Promise<void> {
  for (const policyId of await listPaymentPolicies(ctx.db, policyPaymentId)) await withdrawUncoveredOffer(ctx, policyId)
}

/** The error for money that is on hold until staff decide on the offer. */
export const createOfferOpenError = () => createConflictError('reinstatement_offer_open', offerOpenReason)

/** The error for an offer that another request closed. */
const createNoOfferError = () => createConflictError('no_reinstatement_offer', noOfferReason)

/**
 * Returns the open offer of a policy and its term with the amounts to charge, if staff can accept it on a date at the
 * property, with or without a lapse.
 * @throws {ApiError} 409 if no offer is open, it has expired, its payments do not cover the amount needed or coverage has
 * not lapsed
 */
export async function requireAcceptableOffer(
  ctx: Pick<OfferContext, 'db' | 'now'>,
  policyId: string,
  { today, withLapse }: { today: string; withLapse: boolean },
): Promise<{ offer: OfferRow; term: ReinstatableTerm | LapsedTerm }> {
  const offer = await findOpenOffer(ctx.db, policyId)
  if (!offer) throw createNoOfferError()
  if (today > offer.expires_on)
    throw createConflictError(
      'reinstatement_offer_expired',
      `The reinstatement offer expired on ${formatUsDate(offer.expires_on)}.`,
    )
  const term = await findReinstatableTerm(ctx.db, policyId)
  const missing = term && (await getMissingAmounts(ctx, term, offer.offered_on))
  if (!missing || !(missing.isCovered || missing.isLapseCovered))
    throw createConflictError(
      'reinstatement_offer_uncovered',
      'The payments no longer cover the amount needed to reinstate the policy. Decline the offer.',
    )
  if (withLapse) {
    const lapsed = await getLapsedTerm(ctx.db, term, offer.offered_on)
    if (lapsed) return { offer, term: lapsed }
    throw createConflictError(
      'no_lapse',
      'withLapse: the payment arrived on the day coverage ended, so there is no lapse.',
      'withLapse',
    )
  }
  if (missing.isCovered) return { offer, term }
  throw createConflictError(
    'only_with_lapse',
    'withLapse: the payments do not cover a reinstatement without a lapse. Reinstate the policy with a lapse.',
    'withLapse',
  )
}

/**
 * Declines the open offer of a policy with a reason. Its payments are refunded to their payers (DEL-20).
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not decide; 409 if no offer is
 * open
 */
export const declineReinstatementOffer = (ctx: Ctx, policyNo: string, reason: string): Promise<Policy> =>
  changePolicy(ctx, policyNo, 'declineReinstatementOffer', async (ctx, policy) => {
    const offer = await findOpenOffer(ctx.db, policy.policyId)
    if (!offer) throw createNoOfferError()
    await closeOffer(ctx, offer, { outcome: 'declined', reason })
    await writeNote(ctx, policyNo, { note: reason, isPrivate: true })
    return policy
  })
