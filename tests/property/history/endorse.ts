import { plusDays } from '@tideline/api/calendar/days.ts'
import { minus, totalOf, wholeOf } from '../end-reckoner.ts'
import { creditOf, sendBack } from '../payer-reckoner.ts'
import { standingOn, type Wish } from '../reckoner.ts'
import { type Book, charge, dayOf } from './book.ts'
import { answered, same } from './hold.ts'
import { holdMail, holdPosted } from './hold-posted.ts'
import { cents, sum } from './numbers.ts'
import type { Stage } from './stage.ts'

type Kind = 'EB' | 'EBO' | 'EBM'

/** An endorsement's quote; an ordinary one waits ten days within the term, the others begin on the day asked for. */
async function quote({ as, somebody, today }: Stage, book: Book, kind: Kind, asked: number) {
  const { story } = book
  const made =
    kind === 'EB'
      ? await as(somebody, 'POST /api/v1/policies/createEndorsementUrl', book.policyNo)
      : await as(
          somebody,
          `GET /api/v1/policies/endorsement/${kind.toLowerCase()}?policyNo=${book.policyNo}&effectiveDate=${plusDays(story.inceptionDate, asked)}`,
        )
  if (kind === 'EBO' && made.status === 422) return
  answered(made, 200)
  const { endorsementQuoteNumber } = made.body.result ?? made.body.payload
  const { body } = await as(somebody, `GET /api/v4/agent/quotes/${endorsementQuoteNumber}`)
  const day = kind === 'EB' ? Math.min(Math.max(dayOf(book, today) + 10, 0), story.days - 1) : asked
  const { limits } = standingOn(story, day)
  const told: { code: string; limit: number }[] = body.application.coverages
  same(
    { from: body.effectiveDate, cover: told.map(({ code, limit }) => [code, limit]) },
    {
      from: plusDays(story.inceptionDate, day),
      cover: told.map(({ code }) => [code, (limits[code] ?? 0) * 1000]),
    },
    `what stands on day ${day}`,
  )
  return { day, body }
}

/** Somebody wants other limits or another deductible from a day on. */
export async function endorse(stage: Stage, book: Book): Promise<void> {
  const { as, somebody, below, oneOf, next } = stage
  const { story } = book
  const kind = oneOf(['EB', 'EB', 'EBO', 'EBM'] as const)
  const made = await quote(stage, book, kind, below(story.days))
  if (!made) return
  const wish: Wish = { day: made.day, limits: {} }
  for (const { code, limit } of story.coverages) if (next() < 0.6) wish.limits[code] = oneOf([limit, 50 + below(900)])
  if (next() < 0.4) wish.deductible = 1 + below(25)
  const { application, effectiveDate } = made.body
  for (const coverage of application.coverages) {
    const wanted = wish.limits[coverage.code]
    if (wanted !== undefined) coverage.limit = wanted * 1000
  }
  if (wish.deductible !== undefined) application.deductible = wish.deductible * 1000
  const named = [
    ...Object.entries(wish.limits).map(([code, limit]) => `${code} $${limit},000`),
    wish.deductible && `deductible $${wish.deductible},000`,
  ]
  stage.tell(
    `${book.policyNo}: ${kind} from ${effectiveDate} (day ${made.day}): ${named.filter(Boolean).join(', ') || 'nothing'}`,
  )
  const whole = wholeOf({ ...book, story: { ...story, wishes: [...story.wishes, wish] } })
  const change = minus(whole, wholeOf(book))
  const saved = await as(somebody, 'PUT /api/v4/agent/quotes', made.body)
  if (stage.isAgents && saved.status === 403)
    return stage.tell('  which is refused: the cover would be raised for days that are past')
  answered(saved, 200)
  const { pricing } = saved.body
  const explained = sum(pricing.periods.map((period: { amount: number }) => cents(period.amount)))
  same(
    {
      change: cents(pricing.change),
      premium: cents(pricing.grossPremium),
      total: cents(pricing.totalPremium),
      explained: explained + cents(pricing.minimumEarned),
    },
    { change: totalOf(change), premium: whole.premium, total: totalOf(whole), explained: change.premium },
    'the preview',
  )
  const bound = await as(somebody, 'PUT /api/v2/endorsement/bind', { QuoteNumber: made.body.quoteNumber })
  answered(bound, 200)
  same(cents(bound.body.payload.amountDue), totalOf(change), 'what the bound endorsement charges')
  book.story.wishes.push(wish)
  charge(book, change, stage.today)
  book.earningCents += change.premium
  await holdPosted(stage, book, kind, change)
  await holdMail(stage, book, 'endorsement', { changeCents: totalOf(change), totalCents: totalOf(whole) })
  sendBack(book, Math.max(0, Math.min(-totalOf(change), creditOf(book))))
}
