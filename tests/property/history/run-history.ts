import { addDays, countDaysBetween } from '@tideline/api/calendar/days.ts'
import type { HistoryDatabase } from '../history-database.ts'
import { getDue } from '../payer-model.ts'
import { adjustPremium } from './adjust.ts'
import { bindPolicy } from './bind.ts'
import {
  cancelForNonpayment,
  completeDueCancellations,
  finalizeCancellation,
  reinstate,
  requestCancellation,
} from './cancel.ts'
import { checkBooks, checkInvariants } from './check-books.ts'
import { claim, closeClaim } from './claim.ts'
import { createHistoryContext, createSharedContext, type HistoryContext } from './context.ts'
import { decideReview } from './decide-review.ts'
import { receiveDispute } from './dispute.ts'
import { endorse, reverse } from './endorse.ts'
import { acceptOffer, canBeReinstated, declineOffer, expireOffers, reinstateWithoutOffer } from './offer.ts'
import { payByCheck, payThroughStripe, settleBankPayments } from './pay.ts'
import { earnElapsedDays, type PolicyModel } from './policy-model.ts'
import { renew } from './renew.ts'
import { rewrite } from './rewrite.ts'
import { resolveOverpayment } from './settle-overpayment.ts'
import { refundManually, transferPayment } from './transfer-money.ts'

type Step = (context: HistoryContext, policy: PolicyModel) => Promise<void>

/** Returns whether the renewal can be bound, which is possible in the last 45 days of the term. */
const isNearExpiration = ({ today }: HistoryContext, { termInput, isRenewed }: PolicyModel) =>
  !isRenewed && addDays(today, 45) >= termInput.expirationDate

/** Returns the possible next steps for a policy. Likely steps occur several times. */
function getSteps(context: HistoryContext, policy: PolicyModel): readonly Step[] {
  const { isAgentHistory, next, today } = context
  const isExpired = today >= policy.termInput.expirationDate
  if (isAgentHistory) {
    if (policy.isRewritten || policy.ended || isExpired) return []
    if (policy.pending) return [finalizeCancellation]
    if (next() < 0.1) return [payThroughStripe]
    return [endorse, endorse, endorse, endorse, payByCheck, payByCheck, requestCancellation, rewrite]
  }
  if (policy.isRewritten) return [transferPayment]
  if (policy.overpayments.some(({ state }) => state === 'open') && next() < 0.2) return [resolveOverpayment]
  if (policy.claims.some(({ isOpen }) => isOpen) && next() < 0.15) return [closeClaim]
  if (policy.reviews.length > 0 && next() < 0.5) return [decideReview]
  if (policy.offer) return [acceptOffer, acceptOffer, declineOffer, reinstateWithoutOffer, payByCheck, transferPayment]
  if (canBeReinstated(context, policy)) return [payByCheck, payByCheck, payByCheck, reinstate, transferPayment]
  if (policy.ended) return [reinstate, reinstate, payByCheck, transferPayment]
  if (policy.pending?.isAccepted) return [reinstate, transferPayment]
  if (policy.pending) return [finalizeCancellation, finalizeCancellation, finalizeCancellation, reinstate, payByCheck]
  if (isExpired) return [payByCheck, transferPayment, refundManually]
  if (next() < 0.12) return [payThroughStripe]
  if (today > policy.termInput.inceptionDate && getDue(policy) > 0 && next() < 0.1) return [cancelForNonpayment]
  if (isNearExpiration(context, policy) && next() < 0.5) return [renew]
  return [
    ...[endorse, endorse, endorse, endorse, payByCheck, payByCheck, payByCheck],
    ...[requestCancellation, requestCancellation, transferPayment, refundManually, claim, adjustPremium, reverse],
    ...(policy.isRenewed ? [] : [rewrite]),
  ]
}

/** Randomly settles bank payments and advances the date, and then performs one step on a policy. */
async function runStep(context: HistoryContext) {
  const { next, below, oneOf, isAgentHistory, agent, staff } = context
  context.requester = isAgentHistory || next() < 0.3 ? agent : staff
  const policy = oneOf(context.policies)
  context.changed.add(policy)
  const check = () => {
    for (const one of context.changed) checkInvariants(context, one)
  }
  if (next() < 0.25) await settleBankPayments(context)
  check()
  if (context.disputed.length > 0 && next() < 0.25) await receiveDispute(context)
  check()
  if (next() < 0.4) {
    await advanceDate(context, 1 + below(next() < 0.2 ? 200 : 25))
  }
  check()
  const steps = getSteps(context, policy)
  if (steps.length > 0) await oneOf(steps)(context, policy)
}

/** Advances the date. Elapsed days are earned, and scheduled cancellations take effect. */
async function advanceDate(context: HistoryContext, days: number): Promise<void> {
  context.today = addDays(context.today, days)
  for (const one of context.policies) earnElapsedDays(one, context.today)
  await completeDueCancellations(context)
  await expireOffers(context)
}

/**
 * Cancels a policy for nonpayment and reinstates it after a late payment, so that the random steps follow a reinstatement.
 * Random steps and dates alone rarely lead to an accepted offer.
 */
async function reinstateAfterLatePayment(context: HistoryContext): Promise<void> {
  const { below, oneOf, policies, staff } = context
  const [policy] = policies as [PolicyModel]
  const perform = async (step: Step) => {
    context.changed.add(policy)
    await step(context, policy)
    await checkBooks(context, context.changed)
  }
  context.requester = staff
  const untilInception = Math.max(0, countDaysBetween(context.today, policy.termInput.inceptionDate))
  await advanceDate(context, untilInception + 1 + below(60))
  for (let count = below(3); count > 0; count--) await perform(oneOf([endorse, payByCheck, claim]))
  await advanceDate(context, below(90))
  if (getDue(policy) <= 0) return
  await perform(cancelForNonpayment)
  await advanceDate(context, below(60))
  if (!canBeReinstated(context, policy)) return
  for (let count = 0; count < 3 && !policy.offer; count++) await perform(payByCheck)
  await advanceDate(context, below(20))
  if (policy.offer) await perform(acceptOffer)
}

/** Every fourth history of staff begins with an accepted reinstatement offer. */
const reinstatedEvery = 4

/** Number of additional steps after a reinstatement offer is accepted. */
const stepsAfterOffer = 6

export type RunHistory = (
  seed: number,
  options?: { length?: number; isAgentHistory?: boolean },
) => Promise<Pick<HistoryContext, 'acceptedOffers'>>

/**
 * Creates a function that runs random histories on one database. It performs the steps with the API and compares the result
 * of every step with the model. If they differ, it throws an error that lists the steps. Returns the accepted
 * reinstatement offers.
 */
export async function createHistoryRunner(database: HistoryDatabase): Promise<RunHistory> {
  const shared = await createSharedContext(database)
  return async (seed, { length = 12, isAgentHistory = false } = {}) => {
    const context = createHistoryContext(shared, seed, isAgentHistory)
    try {
      await bindPolicy(context)
      await bindPolicy(context)
      await checkBooks(context, context.policies)
      if (!isAgentHistory && seed % reinstatedEvery === 1) await reinstateAfterLatePayment(context)
      // Each accepted offer adds steps, so that other transactions follow the reinstatement.
      for (let count = 0; count < length + stepsAfterOffer * Math.min(2, context.acceptedOffers.length); count++) {
        context.changed.clear()
        await runStep(context)
        await checkBooks(context, context.changed)
      }
      await settleBankPayments(context)
      await checkBooks(context, context.policies)
      return { acceptedOffers: context.acceptedOffers }
    } catch (problem) {
      const { message } = problem as Error
      const actor = isAgentHistory ? 'by an agent' : 'by staff'
      throw new Error(`History ${seed} ${actor} failed in its last step:\n${context.steps.join('\n')}\n${message}\n`, {
        cause: problem,
      })
    }
  }
}
