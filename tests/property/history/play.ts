import { addDays } from '@tideline/api/calendar/days.ts'
import type { HistoryDatabase } from '../history-database.ts'
import { adjust } from './adjust.ts'
import { bind } from './bind.ts'
import { completeDueCancellations, finalize, reinstate, requestCancellation } from './cancel.ts'
import { checkBooks, checkInvariants } from './check-books.ts'
import { claim, closeClaim } from './claim.ts'
import { createHistoryContext, createSharedContext, type HistoryContext } from './context.ts'
import { decideReview } from './decide-review.ts'
import { receiveDispute } from './dispute.ts'
import { endorse, reverse } from './endorse.ts'
import { refund, transfer } from './move-money.ts'
import { payByCheck, payThroughStripe, settleBankPayments } from './pay.ts'
import { earnElapsedDays, type PolicyModel } from './policy-model.ts'
import { renew } from './renew.ts'
import { rewrite } from './rewrite.ts'
import { settleOverpaid } from './settle-overpayment.ts'

type Step = (stage: HistoryContext, book: PolicyModel) => Promise<void>

/** Its renewal is bound in the last 45 days of the term. */
const isNearEnd = ({ today }: HistoryContext, { story, isRenewed }: PolicyModel) =>
  !isRenewed && addDays(today, 45) >= story.expirationDate

/** Returns the possible next steps for a policy, repeated by their likelihood. */
function getSteps(stage: HistoryContext, book: PolicyModel): readonly Step[] {
  const { isAgents, next, today } = stage
  const isOver = today >= book.story.expirationDate
  if (isAgents) {
    if (book.isRewritten || book.ended || isOver) return []
    if (book.pending) return [finalize]
    if (next() < 0.1) return [payThroughStripe]
    return [endorse, endorse, endorse, endorse, payByCheck, payByCheck, requestCancellation, rewrite]
  }
  if (book.isRewritten) return [transfer]
  if (book.overpaid.some(({ state }) => state === 'open') && next() < 0.2) return [settleOverpaid]
  if (book.claims.some(({ isOpen }) => isOpen) && next() < 0.15) return [closeClaim]
  if (book.reviews.length > 0 && next() < 0.5) return [decideReview]
  if (book.ended) return [reinstate, reinstate, payByCheck, transfer]
  if (book.pending?.isAccepted) return [reinstate, transfer]
  if (book.pending) return [finalize, finalize, finalize, reinstate, payByCheck]
  if (isOver) return [payByCheck, transfer, refund]
  if (next() < 0.12) return [payThroughStripe]
  if (isNearEnd(stage, book) && next() < 0.5) return [renew]
  return [
    ...[endorse, endorse, endorse, endorse, payByCheck, payByCheck, payByCheck],
    ...[requestCancellation, requestCancellation, transfer, refund, claim, adjust, reverse],
    ...(book.isRenewed ? [] : [rewrite]),
  ]
}

/** Lets days pass and bank payments settle, and performs one step on a policy. */
async function step(stage: HistoryContext) {
  const { next, below, oneOf } = stage
  const book = oneOf(stage.books)
  stage.touched.add(book)
  const check = () => {
    for (const one of stage.touched) checkInvariants(stage, one)
  }
  if (next() < 0.25) await settleBankPayments(stage)
  check()
  if (stage.disputed.length > 0 && next() < 0.25) await receiveDispute(stage)
  check()
  if (next() < 0.4) {
    stage.today = addDays(stage.today, 1 + below(next() < 0.2 ? 200 : 25))
    for (const one of stage.books) earnElapsedDays(one, stage.today)
    await completeDueCancellations(stage)
  }
  check()
  const steps = getSteps(stage, book)
  if (steps.length > 0) await oneOf(steps)(stage, book)
}

export type Play = (seed: number, options?: { length?: number; isAgents?: boolean }) => Promise<void>

/**
 * Returns a function that plays a history with the API's actions on one database and checks every step against the
 * model. If they differ, it throws with the history's story.
 */
export async function createHistoryPlayer(database: HistoryDatabase): Promise<Play> {
  const office = await createSharedContext(database)
  return async (seed, { length = 12, isAgents = false } = {}) => {
    const stage = createHistoryContext(office, seed, isAgents)
    try {
      await bind(stage)
      await bind(stage)
      await checkBooks(stage, stage.books)
      for (let count = 0; count < length; count++) {
        stage.touched.clear()
        await step(stage)
        await checkBooks(stage, stage.touched)
      }
      await settleBankPayments(stage)
      await checkBooks(stage, stage.books)
    } catch (problem) {
      const { message } = problem as Error
      const whose = isAgents ? 'by an agent' : 'by staff'
      throw new Error(`History ${seed} ${whose} goes wrong at its last step:\n${stage.told.join('\n')}\n${message}\n`, {
        cause: problem,
      })
    }
  }
}
