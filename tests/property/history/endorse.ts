import { addDays } from '@tideline/api/calendar/days.ts'
import { getFullCost, getTotal, subtractCost } from '../cancellation-model.ts'
import { getReversal, getTermsOn, type TermChange, type TermInput } from '../reference-model.ts'
import { assertSame, assertStatus } from './assertions.ts'
import { carryForward } from './carry-forward.ts'
import { checkBooks } from './check-books.ts'
import { checkEmail, checkPosted } from './check-posted.ts'
import type { HistoryContext } from './context.ts'
import { chargeEndorsement, getDay, type PolicyModel } from './policy-model.ts'
import { sum, toCents, toDollars } from './random.ts'
import { getElapsedReturn, releaseEndorsement, withdrawEndorsementReviews } from './release-credit.ts'

type Kind = 'EB' | 'EBO' | 'EBM'

/**
 * Creates a quote for an endorsement. An ordinary endorsement takes effect after ten days, within the term; out-of-sequence
 * and mandatory endorsements take effect on the requested day.
 */
async function quote({ callAs, requester, today }: HistoryContext, policy: PolicyModel, kind: Kind, requested: number) {
  const { termInput } = policy
  const created =
    kind === 'EB'
      ? await callAs(requester, 'POST /api/v1/policies/createEndorsementUrl', policy.policyNo)
      : await callAs(
          requester,
          `GET /api/v1/policies/endorsement/${kind.toLowerCase()}?policyNo=${policy.policyNo}&effectiveDate=${addDays(termInput.inceptionDate, requested)}`,
        )
  if (kind === 'EBO' && created.status === 422) return
  assertStatus(created, 200)
  const { endorsementQuoteNumber } = created.body.result ?? created.body.payload
  const { body } = await callAs(requester, `GET /api/v4/agent/quotes/${endorsementQuoteNumber}`)
  const day = kind === 'EB' ? Math.min(Math.max(getDay(policy, today) + 10, 0), termInput.days - 1) : requested
  const { limits } = getTermsOn(termInput, day)
  const shown: { code: string; limit: number }[] = body.application.coverages
  assertSame(
    { from: body.effectiveDate, cover: shown.map(({ code, limit }) => [code, limit]) },
    {
      from: addDays(termInput.inceptionDate, day),
      cover: shown.map(({ code }) => [code, (limits[code] ?? 0) * 1000]),
    },
    `the coverage in force on day ${day}`,
  )
  return { day, body }
}

/** Returns whether a change differs from the limits and deductible that are in force on its effective day. */
function changesTerms(termInput: TermInput, { day, limits: wanted, deductible }: TermChange): boolean {
  const now = getTermsOn(termInput, day)
  const others = Object.entries(wanted).some(([code, limit]) => now.limits[code] !== limit)
  return others || (deductible !== undefined && deductible !== now.deductible)
}

/** Checks monthly terms, so that the model knows the installments over which the endorsement is spread. */
const checkInstallments = (context: HistoryContext, policy: PolicyModel) =>
  checkBooks(
    context,
    [policy, policy.renewal].filter((term) => term !== undefined).filter(({ isMonthly }) => isMonthly),
  )

/** Endorses random limits and a random deductible. */
export async function endorse(context: HistoryContext, policy: PolicyModel): Promise<void> {
  const { callAs, requester, below, oneOf, next } = context
  const { termInput } = policy
  await checkInstallments(context, policy)
  const kind = oneOf(['EB', 'EB', 'EBO', 'EBM'] as const)
  const createdQuote = await quote(context, policy, kind, below(termInput.days))
  if (!createdQuote) return
  const termChange: TermChange = { day: createdQuote.day, limits: {} }
  for (const { code, limit } of termInput.coverages)
    if (next() < 0.6) termChange.limits[code] = oneOf([limit, 50 + below(900)])
  if (next() < 0.4) termChange.deductible = 1 + below(25)
  const { application, effectiveDate } = createdQuote.body
  for (const coverage of application.coverages) {
    const wanted = termChange.limits[coverage.code]
    if (wanted !== undefined) coverage.limit = wanted * 1000
  }
  if (termChange.deductible !== undefined) application.deductible = termChange.deductible * 1000
  const named = [
    ...Object.entries(termChange.limits).map(([code, limit]) => `${code} $${limit},000`),
    termChange.deductible && `deductible $${termChange.deductible},000`,
  ]
  context.log(
    `${policy.policyNo}: ${kind} from ${effectiveDate} (day ${createdQuote.day}): ${named.filter(Boolean).join(', ') || 'nothing'}`,
  )
  const whole = getFullCost({ ...policy, termInput: { ...termInput, changes: [...termInput.changes, termChange] } })
  const change = subtractCost(whole, getFullCost(policy))
  const wanted = { ...termInput, changes: [...termInput.changes, termChange] }
  const elapsed = getElapsedReturn(policy, wanted, getDay(policy, context.today))
  const saved = await callAs(requester, 'PUT /api/v4/agent/quotes', createdQuote.body)
  const today = getDay(policy, context.today)
  if (requester === context.agent && createdQuote.day < today && changesTerms(termInput, termChange)) {
    assertStatus(saved, 403)
    return context.log('  rejected: agents cannot change premium for elapsed days')
  }
  assertStatus(saved, 200)
  const { pricing } = saved.body
  const explained = sum(pricing.periods.map((period: { amount: number }) => toCents(period.amount)))
  assertSame(
    {
      change: toCents(pricing.change),
      premium: toCents(pricing.grossPremium),
      total: toCents(pricing.totalPremium),
      explained: explained + toCents(pricing.minimumEarned),
    },
    { change: getTotal(change), premium: whole.premium, total: getTotal(whole), explained: change.premium },
    'the preview',
  )
  const bound = await callAs(requester, 'PUT /api/v2/endorsement/bind', {
    QuoteNumber: createdQuote.body.quoteNumber,
    Comments: 'Any history',
  })
  assertStatus(bound, 200)
  assertSame(toCents(bound.body.payload.amountDue), getTotal(change), 'the amount due of the bound endorsement')
  const before = { ...termInput, changes: [...termInput.changes] }
  policy.termInput.changes.push(termChange)
  policy.endorsements.push({ transactionId: bound.body.payload.policyTransactionId, input: termChange })
  chargeEndorsement(policy, change, context.today)
  policy.writtenPremiumCents += change.premium
  await checkPosted(context, policy, kind, change)
  await checkEmail(context, policy, 'endorsement', { changeCents: getTotal(change), totalCents: getTotal(whole) })
  releaseEndorsement(context.policies, policy, {
    cause: 'endorsement',
    day: createdQuote.day,
    cents: -getTotal(change),
    elapsed,
    endorsement: termChange,
  })
  await carryForward(context, policy, before, termChange)
}

/**
 * Reverses an endorsement as staff. From the endorsement's effective date, the term is as if the endorsement did not
 * exist (END-8).
 */
export async function reverse(context: HistoryContext, policy: PolicyModel): Promise<void> {
  const { callAs, staff, oneOf } = context
  const { termInput } = policy
  const undone = oneOf(policy.endorsements)
  if (!undone) return
  await checkInstallments(context, policy)
  const input = getReversal(termInput, undone.input)
  context.log(`${policy.policyNo}: the endorsement from day ${input.day} is reversed`)
  const after = { ...termInput, changes: [...termInput.changes, input] }
  const whole = getFullCost({ ...policy, termInput: after })
  const change = subtractCost(whole, getFullCost(policy))
  const elapsed = getElapsedReturn(policy, after, getDay(policy, context.today))
  const path = `/api/v1/policies/${policy.policyNo}/transactions/${undone.transactionId}/reversal`
  const preview = await callAs(staff, `GET ${path}`)
  assertStatus(preview, 200)
  assertSame(toCents(preview.body.payload.pricing.change), getTotal(change), 'the preview of the reversal')
  const reason = 'Entered for the wrong policy.'
  assertStatus(await callAs(staff, `POST ${path}`, { change: toDollars(getTotal(change)), reason }), 200)
  policy.endorsements.splice(policy.endorsements.indexOf(undone), 1)
  const before = { ...termInput, changes: [...termInput.changes] }
  policy.termInput.changes.push(input)
  chargeEndorsement(policy, change, context.today)
  policy.writtenPremiumCents += change.premium
  await checkPosted(context, policy, 'EBR', change)
  await checkEmail(context, policy, 'endorsement', { changeCents: getTotal(change), totalCents: getTotal(whole) })
  withdrawEndorsementReviews(context.policies, undone.input)
  releaseEndorsement(context.policies, policy, {
    ...{ cause: 'reversal', day: input.day, cents: -getTotal(change), elapsed, endorsement: undefined },
  })
  await carryForward(context, policy, before, undefined)
}
