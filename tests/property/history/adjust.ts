import { adjustByHand } from '@tideline/api/demo-book/by-hand.ts'
import { inTransaction } from '@tideline/api/http/in-transaction.ts'
import { minus, totalOf, wholeOf } from '../cancellation-model.ts'
import { priceModelDays } from '../reference-model.ts'
import { type Book, charge, dayOf } from './book.ts'
import { holdPosted } from './hold-posted.ts'
import { money } from './numbers.ts'
import type { Stage } from './stage.ts'

/**
 * Premium more or less by hand, as books have it that come from another system: the same on each day from today on, and taxed as any
 * premium. Not where a minimum is earned: what takes a term below it is no operation of the product.
 */
export async function adjust(stage: Stage, book: Book): Promise<void> {
  const { story } = book
  const day = dayOf(book, stage.today)
  if (day < 0 || day >= story.days || story.minimumEarned.percent > 0 || stage.isAgents) return
  const cents = stage.below(40_000) - 5_000
  // What is taken off is taken off the days to come: those that are past stay paid.
  if (cents === 0 || -cents > priceModelDays(story, story.days) - priceModelDays(story, day)) return
  stage.tell(`${book.policyNo}: staff adjust the premium by ${money(cents)}`)
  const before = wholeOf(book)
  story.adjusted = [...(story.adjusted ?? []), { day, cents }]
  const change = minus(wholeOf(book), before)
  await inTransaction(stage.job('adjust'), (ctx) => adjustByHand({ ...ctx, actor: stage.staff }, book.policyNo, cents))
  charge(book, change, stage.today)
  book.earningCents += change.premium
  await holdPosted(stage, book, 'MA', change)
  if (totalOf(change) === 0) throw new Error('an adjustment changes something')
}
