import { adjustByHand } from '@tideline/api/demo-book/by-hand.ts'
import { inTransaction } from '@tideline/api/http/in-transaction.ts'
import { getTotal, getWhole, minus } from '../cancellation-model.ts'
import { priceModelDays } from '../reference-model.ts'
import { type Book, charge, getDay } from './book.ts'
import { checkPosted } from './check-posted.ts'
import { money } from './numbers.ts'
import type { Stage } from './stage.ts'

/**
 * Adjusts the premium by hand, as on policies that come from another system: evenly from today on, and taxed like any
 * premium. Skips terms with a minimum earned premium, because no product operation goes below it.
 */
export async function adjust(stage: Stage, book: Book): Promise<void> {
  const { story } = book
  const day = getDay(book, stage.today)
  if (day < 0 || day >= story.days || story.minimumEarned.percent > 0 || stage.isAgents) return
  const cents = stage.below(40_000) - 5_000
  // A reduction applies to future days only. Past days remain charged.
  if (cents === 0 || -cents > priceModelDays(story, story.days) - priceModelDays(story, day)) return
  stage.tell(`${book.policyNo}: staff adjust the premium by ${money(cents)}`)
  const before = getWhole(book)
  story.adjusted = [...(story.adjusted ?? []), { day, cents }]
  const change = minus(getWhole(book), before)
  await inTransaction(stage.job('adjust'), (ctx) => adjustByHand({ ...ctx, actor: stage.staff }, book.policyNo, cents))
  charge(book, change, stage.today)
  book.earningCents += change.premium
  await checkPosted(stage, book, 'MA', change)
  if (getTotal(change) === 0) throw new Error('an adjustment changes something')
}
