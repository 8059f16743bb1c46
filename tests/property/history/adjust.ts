import { postManualAdjustment } from '@tideline/api/demo-book/manual-adjustment.ts'
import { runInTransaction } from '@tideline/api/http/run-in-transaction.ts'
import { getFullCost, getTotal, minus } from '../cancellation-model.ts'
import { priceModelDays } from '../reference-model.ts'
import { checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { charge, getDay, type PolicyModel } from './policy-model.ts'
import { money } from './random.ts'

/**
 * Adjusts the premium by hand, as on policies that come from another system: evenly from today on, and taxed like any
 * premium. Skips terms with a minimum earned premium, because no product operation goes below it.
 */
export async function adjust(stage: HistoryContext, book: PolicyModel): Promise<void> {
  const { story } = book
  const day = getDay(book, stage.today)
  if (day < 0 || day >= story.days || story.minimumEarned.percent > 0 || stage.isAgents) return
  const cents = stage.below(40_000) - 5_000
  // A reduction applies to future days only. Past days remain charged.
  if (cents === 0 || -cents > priceModelDays(story, story.days) - priceModelDays(story, day)) return
  stage.log(`${book.policyNo}: staff adjust the premium by ${money(cents)}`)
  const before = getFullCost(book)
  story.adjusted = [...(story.adjusted ?? []), { day, cents }]
  const change = minus(getFullCost(book), before)
  await runInTransaction(stage.job('adjust'), (ctx) =>
    postManualAdjustment({ ...ctx, actor: stage.staff }, book.policyNo, cents),
  )
  charge(book, change, stage.today)
  book.earningCents += change.premium
  await checkPosted(stage, book, 'MA', change)
  if (getTotal(change) === 0) throw new Error('an adjustment changes something')
}
