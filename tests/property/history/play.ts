import { plusDays } from '@tideline/api/calendar/days.ts'
import type { HistoriansDatabase } from '../historians-database.ts'
import { adjust } from './adjust.ts'
import { bind } from './bind.ts'
import { type Book, passDays } from './book.ts'
import { checkBooks } from './check-books.ts'
import { claim, closeClaim } from './claim.ts'
import { decide } from './decide.ts'
import { receiveDispute } from './dispute.ts'
import { dayComes, finalize, reinstate, requestCancellation } from './end.ts'
import { endorse } from './endorse.ts'
import { refund, transfer } from './move-money.ts'
import { settleOverpaid } from './overpaid.ts'
import { banksAnswer, payByCheck, payThroughStripe } from './pay.ts'
import { rewrite } from './rewrite.ts'
import { openOffice, type Stage, setStage } from './stage.ts'

type Step = (stage: Stage, book: Book) => Promise<void>

/** Returns the possible next steps for a policy, repeated by their likelihood. */
function getSteps({ isAgents, next, today }: Stage, book: Book): readonly Step[] {
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
  if (book.reviews.length > 0 && next() < 0.5) return [decide]
  if (book.ended) return [reinstate, reinstate, payByCheck, transfer]
  if (book.pending?.isAccepted) return [reinstate, transfer]
  if (book.pending) return [finalize, finalize, finalize, reinstate, payByCheck]
  if (isOver) return [payByCheck, transfer, refund]
  if (next() < 0.12) return [payThroughStripe]
  return [
    ...[endorse, endorse, endorse, endorse, payByCheck, payByCheck, payByCheck],
    ...[requestCancellation, requestCancellation, transfer, refund, rewrite, claim, adjust],
  ]
}

/** Lets days pass and bank payments settle, and performs one step on a policy. */
async function step(stage: Stage) {
  const { next, below, oneOf } = stage
  const book = oneOf(stage.books)
  stage.touched.add(book)
  if (next() < 0.25) await banksAnswer(stage)
  if (stage.disputed.length > 0 && next() < 0.25) await receiveDispute(stage)
  if (next() < 0.4) {
    stage.today = plusDays(stage.today, 1 + below(next() < 0.2 ? 200 : 25))
    for (const one of stage.books) passDays(one, stage.today)
    await dayComes(stage)
  }
  const steps = getSteps(stage, book)
  if (steps.length > 0) await oneOf(steps)(stage, book)
}

export type Play = (seed: number, options?: { length?: number; isAgents?: boolean }) => Promise<void>

/**
 * Returns a function that plays a history with the API's actions on one database and checks every step against the
 * model. If they differ, it throws with the history's story.
 */
export async function createHistorian(database: HistoriansDatabase): Promise<Play> {
  const office = await openOffice(database)
  return async (seed, { length = 12, isAgents = false } = {}) => {
    const stage = setStage(office, seed, isAgents)
    try {
      await bind(stage)
      await bind(stage)
      await checkBooks(stage, stage.books)
      for (let count = 0; count < length; count++) {
        stage.touched.clear()
        await step(stage)
        await checkBooks(stage, stage.touched)
      }
      await banksAnswer(stage)
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
