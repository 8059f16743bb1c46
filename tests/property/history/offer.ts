import { addDays } from '@tideline/api/calendar/days.ts'
import { expireOffer } from '@tideline/api/payments/reinstatement-offers/expire-offers.ts'
import { getFullCost, getTotal } from '../cancellation-model.ts'
import { getDue, type ModelPayment } from '../payer-model.ts'
import type { Lapse } from '../reference-model.ts'
import { assertStatus } from './assertions.ts'
import { restoreCoverage } from './cancel.ts'
import type { HistoryContext } from './context.ts'
import { getDay, type PolicyModel } from './policy-model.ts'
import { sum } from './random.ts'
import { getFreeCredit, releaseLatePayment } from './release-credit.ts'

/** A balance up to this amount can be written off, so it does not prevent an offer (DEL-19). */
const writeOffLimitCents = 500
const offerDays = 30

/**
 * Returns what is missing to the amount that the cancelled term would have required by a date: its charges without what
 * was not due yet, minus what was paid.
 */
function getMissing(policy: PolicyModel, date: string): number {
  const returned = policy.ended ? -getTotal(policy.ended) : 0
  return getDue(policy) + returned - sum(getUpcoming(policy, date).map(({ amountCents }) => amountCents))
}

/** Returns the lapse of a reinstatement whose coverage resumes on a date. Undefined if coverage ended on this date. */
function getLapse(policy: PolicyModel, date: string): Lapse | undefined {
  const lapse = { from: policy.endedOn ?? 0, to: getDay(policy, date) }
  return policy.ended && lapse.from < lapse.to ? lapse : undefined
}

/** Returns the charges for the days of a lapse, which a reinstatement does not charge. */
function getLapseCents(policy: PolicyModel, lapse: Lapse): number {
  const lapses = [...(policy.termInput.lapses ?? []), lapse]
  return (
    getTotal(getFullCost(policy)) - getTotal(getFullCost({ ...policy, termInput: { ...policy.termInput, lapses } }))
  )
}

/** Returns what is missing if coverage resumes on a date after a lapse, whose days are not charged (DEL-27, DEL-28). */
function getMissingWithLapse(policy: PolicyModel, date: string): number | undefined {
  const lapse = getLapse(policy, date)
  return lapse && getMissing(policy, date) - getLapseCents(policy, lapse)
}

const isWithinLimit = (missing: number | undefined) => missing !== undefined && missing <= writeOffLimitCents

/** Returns whether the payments cover a reinstatement, at least with a lapse. */
const isOfferCovered = (policy: PolicyModel, date: string): boolean =>
  isWithinLimit(getMissing(policy, date)) || isWithinLimit(getMissingWithLapse(policy, date))

/** Returns the obligations of the term since its last reinstatement that are not due by a date. */
function getUpcoming({ obligations }: PolicyModel, date: string) {
  const reinstated = obligations.filter(({ purpose }) => purpose === 'reinstatement').map(({ no }) => no)
  const first = Math.max(0, ...reinstated)
  return obligations.filter(
    ({ no, purpose, invoicedFor }) => no >= first && no !== 1 && purpose !== 'returnedPayment' && invoicedFor > date,
  )
}

/** Returns whether a payment can lead to a reinstatement: the policy was cancelled for nonpayment in this term. */
export const canBeReinstated = (
  { today }: Pick<HistoryContext, 'today'>,
  { ended, endedFor, termInput }: PolicyModel,
): boolean => ended !== undefined && endedFor === '05' && today < termInput.expirationDate

/** Chooses the amount of a payment after a cancellation for nonpayment. Most of them allow a reinstatement. */
export function getLateAmount({ oneOf, below, today }: HistoryContext, policy: PolicyModel): number {
  const missing = getMissing(policy, today)
  const withLapse = (getMissingWithLapse(policy, today) ?? missing) - below(1000)
  return oneOf([missing, missing, missing - below(1000), withLapse, missing + below(50_000), 100 + below(30_000)])
}

/**
 * Opens a reinstatement offer if a payment after a cancellation for nonpayment covers the amount needed, and puts the
 * credit on hold. Returns whether an offer is open.
 */
export function holdForReinstatement(
  { today, log }: Pick<HistoryContext, 'today' | 'log'>,
  policy: PolicyModel,
  payment: ModelPayment,
): boolean {
  const { termInput } = policy
  if (!canBeReinstated({ today }, policy)) return false
  if (!policy.offer) {
    const [missing, withLapse] = [getMissing(policy, today), getMissingWithLapse(policy, today)]
    if (missing + payment.originalCents <= 0 || !isOfferCovered(policy, today)) return false
    // A payment that was not needed for a reinstatement with a lapse opens no offer for it.
    if (!isWithinLimit(missing) && (withLapse ?? 0) + payment.originalCents <= 0) return false
    const lastDay = [addDays(today, offerDays), addDays(termInput.expirationDate, -1)].toSorted()[0] as string
    policy.offer = { offeredOn: today, expiresOn: lastDay }
    log(`  a reinstatement is offered until ${lastDay}`)
  }
  const cents = Math.min(payment.originalCents, getFreeCredit(policy))
  const about = { cause: 'latePayment' as const, change: undefined, reason: '', day: 0 }
  if (cents > 0) policy.reviews.push({ ...about, holdReason: 'reinstatement', cents, payment })
  return true
}

/** Closes an offer without a reinstatement, and refunds what is on hold. */
function closeOffer(policies: readonly PolicyModel[], policy: PolicyModel): void {
  delete policy.offer
  const held = policy.reviews.filter(({ holdReason }) => holdReason === 'reinstatement')
  policy.reviews = policy.reviews.filter((review) => !held.includes(review))
  for (const { payment, cents } of held) {
    const left = payment ? Math.min(cents, payment.leftCents) : 0
    if (payment && left > 0) releaseLatePayment(policies, policy, payment, left)
  }
}

/** Withdraws an offer whose payments no longer cover the amount needed. */
export function withdrawUncoveredOffer({ policies, log }: HistoryContext, policy: PolicyModel): void {
  if (!policy.offer || isOfferCovered(policy, policy.offer.offeredOn)) return
  log(`${policy.policyNo}: the reinstatement offer is withdrawn`)
  closeOffer(policies, policy)
}

/** Runs the job that expires and withdraws offers. */
export async function expireOffers(context: HistoryContext): Promise<void> {
  for (const policy of context.policies.filter(({ offer }) => offer)) {
    context.changed.add(policy)
    await expireOffer(context.createJobContext('reinstatement_offers'), policy.policyNo)
    const isOver = context.today > (policy.offer?.expiresOn ?? '') || context.today >= policy.termInput.expirationDate
    if (!isOver) {
      withdrawUncoveredOffer(context, policy)
      continue
    }
    context.log(`${policy.policyNo}: the reinstatement offer expires`)
    closeOffer(context.policies, policy)
  }
}

export async function declineOffer(context: HistoryContext, policy: PolicyModel): Promise<void> {
  context.log(`${policy.policyNo}: the reinstatement offer is declined`)
  const path = `POST /api/v1/policies/${policy.policyNo}/reinstatement-offer/decline`
  assertStatus(await context.callAs(context.staff, path, { reason: 'Another policy was bought.' }), 200)
  closeOffer(context.policies, policy)
}

/** Splits an amount that is charged again: what is not due yet keeps its due date, and the rest is due today. */
function splitReinstatement(policy: PolicyModel, today: string, chargedCents: number): number[] {
  const amounts = Map.groupBy(getUpcoming(policy, today), ({ invoicedFor }) => invoicedFor)
  let left = Math.max(0, chargedCents)
  const upcoming = [...amounts].toSorted().map(([, due]) => {
    const part = Math.min(left, sum(due.map(({ amountCents }) => amountCents)))
    left -= part
    return part
  })
  return [left, ...upcoming].filter((cents) => cents > 0)
}

/** Uploads a no-loss statement. */
async function uploadStatement({ db, today, createJobContext }: HistoryContext, policy: PolicyModel): Promise<void> {
  const { now: uploadedAt } = createJobContext('upload')
  const { policy_doc_id } = await db
    .insertInto('policy_docs')
    .values({
      ...{ policy_id: policy.policyId, doc_type_id: 22, doc_kind: 'upload' },
      doc_name: `Statement ${today} ${uploadedAt.getTime()}`,
    })
    .returning('policy_doc_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('policy_doc_versions')
    .values({
      ...{ policy_doc_id, version: 1, file_name: 'statement.pdf', content_type: 'application/pdf', is_upload: true },
      ...{ friendly_name: 'Statement', stage: 'uploaded', created_by_user_name: 'Staff', created_at: uploadedAt },
    })
    .execute()
}

/**
 * Uploads a no-loss statement and accepts the offer with or without a lapse, so that the policy is reinstated. Checks that
 * an offer is rejected without a lapse if the payments do not cover it, and with a lapse if there is none.
 */
export async function acceptOffer(context: HistoryContext, policy: PolicyModel): Promise<void> {
  const { callAs, staff, today, log } = context
  const path = `POST /api/v1/policies/${policy.policyNo}/reinstatement-offer/accept`
  const accept = (withLapse: boolean) => callAs(staff, path, { reason: 'The statement is signed.', withLapse })
  const offeredOn = policy.offer?.offeredOn ?? today
  const possibleLapse = getLapse(policy, offeredOn)
  const isLapseRequired = !isWithinLimit(getMissing(policy, offeredOn))
  if (isLapseRequired) assertStatus(await accept(false), 409, 'a required lapse')
  if (!possibleLapse) assertStatus(await accept(true), 409, 'coverage without a lapse')
  const lapse = isLapseRequired || context.next() < 0.5 ? possibleLapse : undefined
  log(
    `${policy.policyNo}: the reinstatement offer is accepted ${lapse ? `with a lapse from day ${lapse.from} to ${lapse.to}` : 'without a lapse'}`,
  )
  // A statement that was uploaded before the cancellation does not count.
  assertStatus(await accept(lapse !== undefined), 422, 'a missing no-loss statement')
  await uploadStatement(context, policy)
  const returned = policy.ended ? -getTotal(policy.ended) : 0
  const parts = splitReinstatement(policy, today, returned - (lapse ? getLapseCents(policy, lapse) : 0))
  assertStatus(await accept(lapse !== undefined), 200)
  delete policy.offer
  context.acceptedOffers.push({ hasLapse: lapse !== undefined })
  await restoreCoverage(context, policy, { parts, ...(lapse && { lapse }) })
}

/** Tries to reinstate a policy without its offer, which is rejected. */
export async function reinstateWithoutOffer({ callAs, staff, log }: HistoryContext, policy: PolicyModel) {
  log(`${policy.policyNo}: cannot be reinstated without the offer`)
  assertStatus(await callAs(staff, `POST /api/v1/policies/reinstate/${policy.policyNo}/false`), 409)
}
