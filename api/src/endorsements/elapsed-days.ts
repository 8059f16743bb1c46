import { getPropertyDate, type PropertyLocation } from '../calendar/property-date.ts'
import { createForbiddenError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, isInternal } from '../http/context.ts'
import type { PolicyTerm } from '../policy/read-term.ts'
import { getChangedTermValues } from '../pricing/term.ts'
import { getCoverageInForce, getRequestedCoverage } from './price-quote.ts'
import type { QuoteRow } from './quote-row.ts'

type QuoteChange = Pick<QuoteRow, 'application' | 'effectiveDate'>

/**
 * Returns whether a quote changes a limit or the deductible for days before today. Such a change affects the premium of
 * elapsed days.
 */
function hasElapsedDayChanges(
  { now }: Pick<Ctx, 'now'>,
  quote: QuoteChange,
  policy: PropertyLocation,
  term: PolicyTerm,
): boolean {
  if (quote.effectiveDate >= getPropertyDate(now, policy)) return false
  const { limits, deductibleCents } = getChangedTermValues(
    getCoverageInForce(term, quote),
    getRequestedCoverage(quote.application),
  )
  return Object.keys(limits).length > 0 || deductibleCents !== undefined
}

/**
 * Throws 403 if the caller is not staff and changes premium for elapsed days. Changes that do not affect premium can be
 * backdated by anyone.
 */
export function assertStaffForElapsedDays(
  ctx: Pick<Ctx, 'actor' | 'now'>,
  quote: QuoteChange,
  policy: PropertyLocation,
  term: PolicyTerm,
): void {
  if (!isInternal(ctx.actor) && hasElapsedDayChanges(ctx, quote, policy, term))
    throw createForbiddenError(
      'Only staff can change limits or the deductible for days that have passed. Choose today or a later date.',
    )
}

/** Throws 422 if premium for elapsed days changes and no reason is given. */
export function assertReasonForElapsedDays(
  ctx: Pick<Ctx, 'actor' | 'now'>,
  about: { quote: QuoteChange; policy: PropertyLocation; term: PolicyTerm; reason: string | undefined },
): void {
  if (!about.reason?.trim() && hasElapsedDayChanges(ctx, about.quote, about.policy, about.term))
    throw createUnprocessableError(
      'missing_reason',
      'Comments: enter a reason. The endorsement changes premium for days that have passed.',
      'Comments',
    )
}
