import { addDays } from '@tideline/api/calendar/days.ts'
import { cancelForNonpayment as cancelAsSystem } from '@tideline/api/delinquency/cancel-for-nonpayment.ts'
import { endCoverage } from '@tideline/api/lifecycle/cancel/end-coverage.ts'
import { changePolicyAsSystem } from '@tideline/api/policy/change-policy.ts'
import {
  type Cost,
  flatReasons,
  getFullCost,
  getPaidToDay,
  getRetainedCost,
  getTotal,
  noCost,
  proRataReasons,
  requesterDatedReasons,
  retainingReasons,
  subtractCost,
} from '../cancellation-model.ts'
import { getDue, getReceived, refundOverpayments } from '../payer-model.ts'
import { type Lapse, priceModelDays } from '../reference-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { checkEmail, checkPayees, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { charge, earnElapsedDays, getDay, getRetained, isEarthquake, type PolicyModel } from './policy-model.ts'
import { formatMoney, sum, toCents } from './random.ts'
import { createCheckHold, getWithheldElapsed, releaseReturnPremium } from './release-credit.ts'

/** Returns the effective day of a cancellation that is requested today, in days from inception (CAN-1, CAN-4). */
function getCancellationDay(policy: PolicyModel, reason: string, requested: number, today: string): number {
  if (reason === '05') return getPaidToDay(policy, getReceived(policy))
  if (flatReasons.includes(reason)) return 0
  if (requesterDatedReasons.includes(reason)) return requested
  if (['40', '41'].includes(reason)) return policy.termInput.days
  return Math.min(Math.max(getDay(policy, today), 0), policy.termInput.days)
}

export async function requestCancellation(context: HistoryContext, policy: PolicyModel): Promise<void> {
  const { callAs, staff, db, today } = context
  const isByAgent = context.requester === context.agent
  const hasBegun = today >= policy.termInput.inceptionDate
  if (isEarthquake(policy.productId) || (isByAgent && hasBegun)) return
  const reason = isByAgent
    ? '13'
    : context.oneOf([...flatReasons, ...proRataReasons, ...retainingReasons, '05', '05', '12', '33'])
  if (reason === '13' && hasBegun) return
  const requested = context.below(policy.termInput.days + 1)
  const day = getCancellationDay(policy, reason, requested, today)
  const effectiveDate = addDays(policy.termInput.inceptionDate, requested)
  const kept = getRetained(policy, reason, day)
  const hasRequestedDate = requesterDatedReasons.includes(reason)
  context.log(
    `${policy.policyNo}: cancellation requested for ${reason} on day ${day}${hasRequestedDate ? ` (${effectiveDate})` : ''}`,
  )
  const preview = await callAs(
    staff,
    `GET /api/v1/policies/${policy.policyNo}/cancellationPreview?reasonCode=${reason}${hasRequestedDate ? `&effectiveDate=${effectiveDate}` : ''}`,
  )
  assertStatus(preview, 200)
  assertSame(
    [preview.body.payload.effectiveDate, toCents(preview.body.payload.refundAmount)],
    [addDays(policy.termInput.inceptionDate, day), getTotal(getFullCost(policy)) - getTotal(kept)],
    `the preview of the cancellation for ${reason}`,
  )
  const requester = isByAgent ? context.oneOf([context.agent, policy.policyholder]) : staff
  const response = await callAs(requester, 'POST /api/v1/policies/cancelPolicy', {
    PolicyNumber: policy.policyNo,
    ReasonCode: reason,
    ...(!isByAgent && { NoteInfo: { Note: 'By telephone.' }, SuppressNotification: true }),
    ...(hasRequestedDate && { EffectiveDate: effectiveDate }),
  })
  assertStatus(response, 200)
  policy.pending = { reason, day, isAccepted: false, isByStaff: !isByAgent }
  const row = await db
    .selectFrom('policies')
    .select(['pending_cancel_total_premium_cents', 'pending_cancel_gross_premium_cents'])
    .where('policy_id', '=', policy.policyId)
    .executeTakeFirstOrThrow()
  assertSame(
    [row.pending_cancel_total_premium_cents, row.pending_cancel_gross_premium_cents],
    [getTotal(kept), kept.premium],
    'the retained premium of the pending cancellation',
  )
}

/**
 * Returns the refund and the balance that an accepted cancellation announces: what it would post today. Open overpayments
 * are part of the refund (REF-4).
 */
function planRefund({ policies }: HistoryContext, policy: PolicyModel, change: Cost) {
  const planned = structuredClone(policy)
  const { reason, day } = policy.pending ?? { reason: '', day: 0 }
  const about = { cause: 'cancellation' as const, reason, day }
  const payees = refundOverpayments(planned, getWithheldElapsed(planned), createCheckHold(planned, about))
  charge(planned, change)
  releaseReturnPremium(policies, planned, { ...about, isForNewPolicy: false }, payees)
  return { refundCents: sum([...payees.values()]), balanceCents: Math.max(0, getDue(planned)) }
}

/**
 * Completes a cancellation. If its effective date is in the future, schedules it. Otherwise, refunds the return premium
 * or puts it on hold.
 */
async function completeCancellation(context: HistoryContext, policy: PolicyModel, complete: () => Promise<void>) {
  const { reason, day: requested, isBySystem = false } = policy.pending ?? { reason: '', day: 0 }
  const day = reason === '05' && !isBySystem ? getPaidToDay(policy, getReceived(policy)) : requested
  // The premium until a cancellation by the system stays owed (DEL-9).
  const rule = isBySystem ? (proRataReasons[0] ?? '') : reason
  const kept = getRetained(policy, rule, day)
  const lastEarned = { ...policy.earned }
  const withheld = subtractCost(getRetainedCost(policy, rule, day, getReceived(policy)), kept)
  const change = subtractCost(kept, getFullCost(policy))
  const isFutureEffective = day > Math.max(0, getDay(policy, context.today))
  await complete()
  if (isFutureEffective) {
    context.log(`${policy.policyNo}: the cancellation is scheduled for day ${day}`)
    policy.pending = { reason, day, isAccepted: true }
    await checkEmail(context, policy, 'cancellation', planRefund(context, policy, change))
    return
  }
  context.log(`${policy.policyNo}: cancelled for ${reason} on day ${day}, ${formatMoney(getTotal(kept))} is retained`)
  const about = { cause: 'cancellation' as const, reason, day }
  const payees = refundOverpayments(policy, getWithheldElapsed(policy), createCheckHold(policy, about))
  policy.pending = undefined
  policy.ended = change
  policy.endedFor = reason
  policy.earnedBefore = lastEarned
  // Either two people approved the backdated cancellation, or the days after its effective date were not paid.
  if (!flatReasons.includes(reason) && day < policy.earned.days)
    policy.earned = { days: day, cents: Math.min(policy.earned.cents, priceModelDays(policy.termInput, day)) }
  policy.isUnpaid = reason === '05'
  // Without any payment, there was no coverage (CAN-4).
  policy.endedOn = flatReasons.includes(reason) || getTotal(kept) === 0 ? null : day
  charge(policy, change)
  policy.writtenPremiumCents += change.premium
  await checkPosted(context, policy, `C${reason}`, change)
  if (getTotal(withheld) < 0)
    policy.reviews.push({
      ...{ cause: 'cancellation', holdReason: 'claim', cents: -getTotal(withheld), change: withheld },
      ...{ reason, day },
    })
  releaseReturnPremium(context.policies, policy, { ...about, isForNewPolicy: reason === '22' }, payees)
  const refundText = await checkEmail(context, policy, 'cancellation', {
    refundCents: sum([...payees.values()]),
    balanceCents: Math.max(0, getDue(policy)),
  })
  checkPayees(refundText, payees)
  await cancelRenewal(context, policy)
}

/** Cancels a policy for nonpayment like the delinquency job, effective today. */
export const cancelForNonpayment = (context: HistoryContext, policy: PolicyModel): Promise<void> => {
  policy.pending = { reason: '05', day: getDay(policy, context.today), isAccepted: false, isBySystem: true }
  return completeCancellation(context, policy, () =>
    changePolicyAsSystem(context.createJobContext('delinquency'), policy.policyNo, (ctx, locked) =>
      cancelAsSystem(ctx, locked, { effectiveDate: context.today, isFlat: false }),
    ),
  )
}

/** Cancels a bound renewal flat, together with the term before it. The term before it can then be renewed again. */
async function cancelRenewal(context: HistoryContext, earlier: PolicyModel) {
  const { renewal } = earlier
  if (!renewal || renewal.ended || renewal.isRewritten) return
  context.changed.add(renewal)
  renewal.pending = { reason: '13', day: 0, isAccepted: false }
  await completeCancellation(context, renewal, () => Promise.resolve())
  delete earlier.renewal
  earlier.isRenewed = false
}

/** Returns whether the cancellation returns premium for elapsed days. Its requester then cannot finalize it. */
function returnsElapsedPremium({ today }: HistoryContext, policy: PolicyModel): boolean {
  const { reason, day: requested } = policy.pending ?? { reason: '', day: 0 }
  if (retainingReasons.includes(reason)) return false
  const day = reason === '05' ? getPaidToDay(policy, getReceived(policy)) : flatReasons.includes(reason) ? 0 : requested
  return day < Math.min(getDay(policy, today), policy.termInput.days)
}

export const finalizeCancellation = (context: HistoryContext, policy: PolicyModel): Promise<void> =>
  completeCancellation(context, policy, async () => {
    const requested = { PolicyNumber: policy.policyNo }
    const path = 'POST /api/v1/policies/FinalizeCancelPolicy'
    const response = await context.callAs(context.staff, path, requested)
    policy.isFinalizedByColleague = response.status === 409
    if (!policy.pending?.isByStaff || !returnsElapsedPremium(context, policy)) return assertStatus(response, 200)
    assertStatus(response, 409)
    context.log('  finalized by a person other than the requester')
    assertStatus(await context.callAs(context.colleague, path, requested), 200)
  })

/** Completes scheduled cancellations on their effective date (CAN-13). */
export async function completeDueCancellations(context: HistoryContext): Promise<void> {
  for (const policy of context.policies) {
    if (!policy.pending?.isAccepted || getDay(policy, context.today) < policy.pending.day) continue
    context.changed.add(policy)
    await completeCancellation(context, policy, async () => {
      await endCoverage(context.createJobContext('end-cover'), policy.policyNo)
    })
  }
}

export async function reinstate(context: HistoryContext, policy: PolicyModel): Promise<void> {
  context.log(`${policy.policyNo}: reinstated`)
  assertStatus(await context.callAs(context.staff, `POST /api/v1/policies/reinstate/${policy.policyNo}/false`), 200)
  await restoreCoverage(context, policy)
}

/**
 * Charges again what the cancellation returned, in one amount or in the given parts. With a lapse, does not charge its days
 * and refunds what was already paid for them (DEL-27). Checks what was posted.
 */
export async function restoreCoverage(
  context: HistoryContext,
  policy: PolicyModel,
  { parts, lapse }: { parts?: readonly number[]; lapse?: Lapse } = {},
): Promise<void> {
  const before = getFullCost(policy)
  if (lapse) policy.termInput.lapses = [...(policy.termInput.lapses ?? []), lapse]
  const saved = subtractCost(before, getFullCost(policy))
  const change = subtractCost(subtractCost(noCost, policy.ended ?? noCost), saved)
  policy.pending = undefined
  policy.ended = undefined
  policy.endedOn = undefined
  policy.isUnpaid = false
  // The days of a lapse are not earned, even if they were before a backdated cancellation.
  if (policy.earnedBefore && !lapse) policy.earned = policy.earnedBefore
  delete policy.earnedBefore
  earnElapsedDays(policy, context.today)
  policy.reviews = policy.reviews.filter(({ cause }) => cause !== 'cancellation' && cause !== 'latePayment')
  charge(policy, change)
  if (parts && parts.length > 0 && getTotal(change) !== 0) policy.installments.splice(-1, 1, ...parts)
  policy.writtenPremiumCents += change.premium
  if (lapse) {
    const about = { cause: 'latePayment' as const, reason: '', day: lapse.from, cents: getTotal(saved) }
    releaseReturnPremium(context.policies, policy, about)
  }
  await checkPosted(context, policy, 'RI', change)
  await checkEmail(context, policy, 'reinstatement', { balanceCents: Math.max(0, getDue(policy)) })
}
