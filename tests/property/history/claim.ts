import { plusDays } from '@tideline/api/calendar/days.ts'
import { type Book, dayOf, isEarthquake } from './book.ts'
import { answered } from './hold.ts'
import { dollars, money } from './numbers.ts'
import type { Stage } from './stage.ts'

/** A loss of a day on risk until today; something is paid on most of them. */
export async function claim({ as, staff, tell, today, below, oneOf }: Stage, book: Book): Promise<void> {
  const last = Math.min(dayOf(book, today), book.story.days - 1)
  if (last < 0 || isEarthquake(book.productId)) return
  const dateOfLoss = plusDays(book.story.inceptionDate, below(last + 1))
  const paid = oneOf([0, 1, 5_000, 1_200_000])
  tell(`${book.policyNo}: a loss of ${dateOfLoss} is reported, ${money(paid)} is paid on it`)
  const made = await as(staff, 'POST /api/v1/claims', {
    policyNo: book.policyNo,
    noticeDate: today,
    dateOfLoss,
    causeOfLoss: 'flood',
  })
  answered(made, 201)
  book.hasClaim = true
  if (paid === 0) return
  const changed = await as(staff, `PUT /api/v1/claims/${made.body.payload.claim?.id ?? made.body.payload.id}`, {
    status: 'Paid',
    noticeDate: today,
    dateOfLoss,
    paid: dollars(paid),
  })
  answered(changed, 200)
  book.isClaimPaid = true
}
