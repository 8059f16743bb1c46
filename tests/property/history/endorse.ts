import { addDays } from '@tideline/api/calendar/days.ts'
import { getFullCost, getTotal, minus } from '../cancellation-model.ts'
import { getReversal, getTermsOn, type ModelInput, type Story } from '../reference-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { carryForward } from './carry-forward.ts'
import { checkEmail, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { charge, getDay, type PolicyModel } from './policy-model.ts'
import { cents, dollars, sum } from './random.ts'
import { getElapsedReturn, releaseEndorsement } from './release-credit.ts'

type Kind = 'EB' | 'EBO' | 'EBM'

/**
 * Creates a quote for an endorsement. An ordinary endorsement starts after ten days, within the term; the others start
 * on the requested day.
 */
async function quote({ as, requester: somebody, today }: HistoryContext, book: PolicyModel, kind: Kind, asked: number) {
  const { story } = book
  const made =
    kind === 'EB'
      ? await as(somebody, 'POST /api/v1/policies/createEndorsementUrl', book.policyNo)
      : await as(
          somebody,
          `GET /api/v1/policies/endorsement/${kind.toLowerCase()}?policyNo=${book.policyNo}&effectiveDate=${addDays(story.inceptionDate, asked)}`,
        )
  if (kind === 'EBO' && made.status === 422) return
  assertStatus(made, 200)
  const { endorsementQuoteNumber } = made.body.result ?? made.body.payload
  const { body } = await as(somebody, `GET /api/v4/agent/quotes/${endorsementQuoteNumber}`)
  const day = kind === 'EB' ? Math.min(Math.max(getDay(book, today) + 10, 0), story.days - 1) : asked
  const { limits } = getTermsOn(story, day)
  const told: { code: string; limit: number }[] = body.application.coverages
  assertSame(
    { from: body.effectiveDate, cover: told.map(({ code, limit }) => [code, limit]) },
    {
      from: addDays(story.inceptionDate, day),
      cover: told.map(({ code }) => [code, (limits[code] ?? 0) * 1000]),
    },
    `what stands on day ${day}`,
  )
  return { day, body }
}

/** Returns whether a change differs from the terms in force on its day. */
function changesTerms(story: Story, { day, limits: wanted, deductible }: ModelInput): boolean {
  const now = getTermsOn(story, day)
  const others = Object.entries(wanted).some(([code, limit]) => now.limits[code] !== limit)
  return others || (deductible !== undefined && deductible !== now.deductible)
}

/** Endorses new limits or a new deductible from a day on. */
export async function endorse(stage: HistoryContext, book: PolicyModel): Promise<void> {
  const { as, requester: somebody, below, oneOf, next } = stage
  const { story } = book
  const kind = oneOf(['EB', 'EB', 'EBO', 'EBM'] as const)
  const made = await quote(stage, book, kind, below(story.days))
  if (!made) return
  const wish: ModelInput = { day: made.day, limits: {} }
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
  stage.log(
    `${book.policyNo}: ${kind} from ${effectiveDate} (day ${made.day}): ${named.filter(Boolean).join(', ') || 'nothing'}`,
  )
  const whole = getFullCost({ ...book, story: { ...story, wishes: [...story.wishes, wish] } })
  const change = minus(whole, getFullCost(book))
  const wanted = { ...story, wishes: [...story.wishes, wish] }
  const elapsed = getElapsedReturn(book, wanted, getDay(book, stage.today))
  const saved = await as(somebody, 'PUT /api/v4/agent/quotes', made.body)
  const today = getDay(book, stage.today)
  if (stage.isAgents && made.day < today && changesTerms(story, wish)) {
    assertStatus(saved, 403)
    return stage.log('  which is rejected: agents do not change premium for days that have passed')
  }
  assertStatus(saved, 200)
  const { pricing } = saved.body
  const explained = sum(pricing.periods.map((period: { amount: number }) => cents(period.amount)))
  assertSame(
    {
      change: cents(pricing.change),
      premium: cents(pricing.grossPremium),
      total: cents(pricing.totalPremium),
      explained: explained + cents(pricing.minimumEarned),
    },
    { change: getTotal(change), premium: whole.premium, total: getTotal(whole), explained: change.premium },
    'the preview',
  )
  const bound = await as(somebody, 'PUT /api/v2/endorsement/bind', {
    QuoteNumber: made.body.quoteNumber,
    Comments: 'Any history',
  })
  assertStatus(bound, 200)
  assertSame(cents(bound.body.payload.amountDue), getTotal(change), 'what the bound endorsement charges')
  const before = { ...story, wishes: [...story.wishes] }
  book.story.wishes.push(wish)
  book.endorsements.push({ transactionId: bound.body.payload.policyTransactionId, input: wish })
  charge(book, change, stage.today)
  book.earningCents += change.premium
  await checkPosted(stage, book, kind, change)
  await checkEmail(stage, book, 'endorsement', { changeCents: getTotal(change), totalCents: getTotal(whole) })
  releaseEndorsement(book, { cause: 'endorsement', day: made.day, cents: -getTotal(change), elapsed })
  await carryForward(stage, book, before)
}

/** Staff undo an endorsement: the term is what it would be without it, from that endorsement's day on (END-8). */
export async function reverse(stage: HistoryContext, book: PolicyModel): Promise<void> {
  const { as, staff, oneOf } = stage
  const { story } = book
  const undone = oneOf(book.endorsements)
  if (!undone) return
  const input = getReversal(story, undone.input)
  stage.log(`${book.policyNo}: the endorsement from day ${input.day} is reversed`)
  const after = { ...story, wishes: [...story.wishes, input] }
  const whole = getFullCost({ ...book, story: after })
  const change = minus(whole, getFullCost(book))
  const elapsed = getElapsedReturn(book, after, getDay(book, stage.today))
  const path = `/api/v1/policies/${book.policyNo}/transactions/${undone.transactionId}/reversal`
  const preview = await as(staff, `GET ${path}`)
  assertStatus(preview, 200)
  assertSame(cents(preview.body.payload.pricing.change), getTotal(change), 'the preview of the reversal')
  const reason = 'Entered for the wrong policy.'
  assertStatus(await as(staff, `POST ${path}`, { change: dollars(getTotal(change)), reason }), 200)
  book.endorsements.splice(book.endorsements.indexOf(undone), 1)
  const before = { ...story, wishes: [...story.wishes] }
  book.story.wishes.push(input)
  charge(book, change, stage.today)
  book.earningCents += change.premium
  await checkPosted(stage, book, 'EBR', change)
  await checkEmail(stage, book, 'endorsement', { changeCents: getTotal(change), totalCents: getTotal(whole) })
  releaseEndorsement(book, { cause: 'reversal', day: input.day, cents: -getTotal(change), elapsed })
  await carryForward(stage, book, before)
}
