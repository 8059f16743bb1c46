import { addDays } from '@tideline/api/calendar/days.ts'
import { endCoverage } from '@tideline/api/lifecycle/cancel/end-coverage.ts'
import {
  flatReasons,
  getFullCost,
  getPaidToDay,
  getRetainedCost,
  getTotal,
  minus,
  nothing,
  proRataReasons,
  requesterDatedReasons,
  retainingReasons,
} from '../cancellation-model.ts'
import { getDue, getReceived, refundOverpayments } from '../payer-model.ts'
import { priceModelDays } from '../reference-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { checkEmail, checkPayees, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { charge, earnElapsedDays, getDay, getRetained, isEarthquake, type PolicyModel } from './policy-model.ts'
import { cents, money, sum } from './random.ts'
import { getWithheldElapsed, release } from './release-credit.ts'

/** Returns the day a cancellation takes effect if it is requested today, in days from inception (CAN-1, CAN-4). */
function getCancellationDay(book: PolicyModel, reason: string, asked: number, today: string): number {
  if (reason === '05') return getPaidToDay(book, getReceived(book))
  if (flatReasons.includes(reason)) return 0
  if (requesterDatedReasons.includes(reason)) return asked
  if (['40', '41'].includes(reason)) return book.story.days
  return Math.min(Math.max(getDay(book, today), 0), book.story.days)
}

export async function requestCancellation(stage: HistoryContext, book: PolicyModel): Promise<void> {
  const { as, staff, db, isAgents, today } = stage
  const hasBegun = today >= book.story.inceptionDate
  if (isEarthquake(book.productId) || (isAgents && hasBegun)) return
  const reason = isAgents
    ? '13'
    : stage.oneOf([...flatReasons, ...proRataReasons, ...retainingReasons, '05', '05', '12', '33'])
  if (reason === '13' && hasBegun) return
  const asked = stage.below(book.story.days + 1)
  const day = getCancellationDay(book, reason, asked, today)
  const effectiveDate = addDays(book.story.inceptionDate, asked)
  const kept = getRetained(book, reason, day)
  const dated = requesterDatedReasons.includes(reason)
  stage.log(`${book.policyNo}: asked to end for ${reason} on day ${day}${dated ? ` (${effectiveDate})` : ''}`)
  const preview = await as(
    staff,
    `GET /api/v1/policies/${book.policyNo}/cancellationPreview?reasonCode=${reason}${dated ? `&effectiveDate=${effectiveDate}` : ''}`,
  )
  assertStatus(preview, 200)
  assertSame(
    [preview.body.payload.effectiveDate, cents(preview.body.payload.refundAmount)],
    [addDays(book.story.inceptionDate, day), getTotal(getFullCost(book)) - getTotal(kept)],
    `the preview of ending for ${reason}`,
  )
  const requester = isAgents ? stage.oneOf([stage.agent, book.policyholder]) : staff
  const answer = await as(requester, 'POST /api/v1/policies/cancelPolicy', {
    PolicyNumber: book.policyNo,
    ReasonCode: reason,
    ...(!isAgents && { NoteInfo: { Note: 'By telephone.' }, SuppressNotification: true }),
    ...(dated && { EffectiveDate: effectiveDate }),
  })
  assertStatus(answer, 200)
  book.pending = { reason, day, isAccepted: false }
  const row = await db
    .selectFrom('policies')
    .select(['pending_cancel_total_premium_cents', 'pending_cancel_gross_premium_cents'])
    .where('policy_id', '=', book.policyId)
    .executeTakeFirstOrThrow()
  assertSame(
    [row.pending_cancel_total_premium_cents, row.pending_cancel_gross_premium_cents],
    [getTotal(kept), kept.premium],
    'what the policy says that it will keep',
  )
}

/** Completes a cancellation: refunds the return premium, or puts it on hold. */
async function completeCancellation(stage: HistoryContext, book: PolicyModel, complete: () => Promise<void>) {
  const { reason, day: asked } = book.pending ?? { reason: '', day: 0 }
  const day = reason === '05' ? getPaidToDay(book, getReceived(book)) : asked
  const kept = getRetained(book, reason, day)
  const lastEarned = { ...book.earned }
  const withheld = minus(getRetainedCost(book, reason, day, getReceived(book)), kept)
  const change = minus(kept, getFullCost(book))
  const liesAhead = day > Math.max(0, getDay(book, stage.today))
  await complete()
  if (liesAhead) {
    stage.log(`${book.policyNo}: the end on day ${day} is accepted`)
    book.pending = { reason, day, isAccepted: true }
    const back = -getTotal(change)
    const due = getDue(book)
    await checkEmail(stage, book, 'cancellation', {
      refundCents: Math.max(0, Math.min(back, back - due)),
      dueCents: Math.max(0, due - back),
    })
    return
  }
  stage.log(`${book.policyNo}: ended for ${reason} on day ${day}, ${money(getTotal(kept))} is kept`)
  const payees = refundOverpayments(book, getWithheldElapsed(book))
  book.pending = undefined
  book.ended = change
  book.endedFor = reason
  book.earnedBefore = lastEarned
  // Two people agreed to a backdated end, or nothing was paid for the days after it.
  if (!flatReasons.includes(reason) && day < book.earned.days)
    book.earned = { days: day, cents: Math.min(book.earned.cents, priceModelDays(book.story, day)) }
  book.isUnpaid = reason === '05'
  // Coverage that was never paid for was never provided (CAN-4).
  book.endedOn = flatReasons.includes(reason) || getTotal(kept) === 0 ? null : day
  charge(book, change, stage.today)
  book.earningCents += change.premium
  await checkPosted(stage, book, `C${reason}`, change)
  if (getTotal(withheld) < 0)
    book.reviews.push({
      ...{ cause: 'cancellation', heldBy: 'claim', cents: -getTotal(withheld), change: withheld },
      ...{ reason, day },
    })
  release(book, { cause: 'cancellation', reason, day, isForNewPolicy: reason === '22' }, payees)
  const words = await checkEmail(stage, book, 'cancellation', {
    refundCents: sum([...payees.values()]),
    dueCents: Math.max(0, getDue(book)),
  })
  checkPayees(words, payees)
  await cancelRenewal(stage, book)
}

/** Cancels a bound renewal with the term before it, as if it had never started. That term can be renewed again. */
async function cancelRenewal(stage: HistoryContext, earlier: PolicyModel) {
  const { renewal } = earlier
  if (!renewal || renewal.ended || renewal.isRewritten) return
  stage.touched.add(renewal)
  renewal.pending = { reason: '13', day: 0, isAccepted: false }
  await completeCancellation(stage, renewal, () => Promise.resolve())
  delete earlier.renewal
  earlier.isRenewed = false
}

/** Returns whether the cancellation returns premium for elapsed days, so that its requester cannot finalize it. */
function returnsElapsedPremium({ today }: HistoryContext, book: PolicyModel): boolean {
  const { reason, day: asked } = book.pending ?? { reason: '', day: 0 }
  if (retainingReasons.includes(reason)) return false
  const day = reason === '05' ? getPaidToDay(book, getReceived(book)) : flatReasons.includes(reason) ? 0 : asked
  return day < Math.min(getDay(book, today), book.story.days)
}

export const finalize = (stage: HistoryContext, book: PolicyModel): Promise<void> =>
  completeCancellation(stage, book, async () => {
    const asked = { PolicyNumber: book.policyNo }
    const path = 'POST /api/v1/policies/FinalizeCancelPolicy'
    const answer = await stage.as(stage.staff, path, asked)
    book.isFinalizedByColleague = answer.status === 409
    if (stage.isAgents || !returnsElapsedPremium(stage, book)) return assertStatus(answer, 200)
    assertStatus(answer, 409)
    stage.log('  which somebody other than the requester finalizes')
    assertStatus(await stage.as(stage.colleague, path, asked), 200)
  })

/** Completes accepted cancellations on their effective date (CAN-13). */
export async function completeDueCancellations(stage: HistoryContext): Promise<void> {
  for (const book of stage.books) {
    if (!book.pending?.isAccepted || getDay(book, stage.today) < book.pending.day) continue
    stage.touched.add(book)
    await completeCancellation(stage, book, async () => {
      await endCoverage(stage.job('end-cover'), book.policyNo)
    })
  }
}

export async function reinstate(stage: HistoryContext, book: PolicyModel): Promise<void> {
  stage.log(`${book.policyNo}: reinstated`)
  assertStatus(await stage.as(stage.staff, `POST /api/v1/policies/reinstate/${book.policyNo}/false`), 200)
  const change = book.ended ? minus(nothing, book.ended) : nothing
  book.pending = undefined
  book.ended = undefined
  book.endedOn = undefined
  book.isUnpaid = false
  if (book.earnedBefore) book.earned = book.earnedBefore
  delete book.earnedBefore
  earnElapsedDays(book, stage.today)
  book.reviews = book.reviews.filter(({ cause }) => cause !== 'cancellation' && cause !== 'latePayment')
  charge(book, change, stage.today)
  book.earningCents += change.premium
  await checkPosted(stage, book, 'RI', change)
  await checkEmail(stage, book, 'reinstatement', { dueCents: Math.max(0, getDue(book)) })
}
