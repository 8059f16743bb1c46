import { getPropertyDate } from '../calendar/property-date.ts'
import { createForbiddenError, createUnprocessableError } from '../http/api-error.ts'
import { isInternal, type TransactionContext } from '../http/context.ts'
import { checkPolicyAction } from '../policy/change-policy.ts'
import type { PolicyTerm } from '../policy/read-term.ts'
import type { Policy } from '../policy/visibility.ts'
import { getChangedTermValues } from '../pricing/term.ts'
import { getCoverageInForce, getRequestedCoverage } from './price-quote.ts'
import type { QuoteRow } from './quote-row.ts'

/**
 * Required permission for each kind of quote. Out-of-sequence and mandatory endorsements are limited to staff and named
 * agencies (END-5).
 */
export const endorsementActions = {
  endorsement: 'endorse',
  lienholder: 'endorse',
  rewrite: 'endorse',
  ebo: 'internalEndorse',
  ebm: 'endorseMandatory',
} as const satisfies Record<QuoteRow['kind'], string>

/**
 * If the quote changes lienholders, checks that the caller can change them (END-6). Throws the errors of
 * `checkPolicyAction`.
 */
export async function assertCanChangeLienholders(
  ctx: TransactionContext,
  policyNo: string,
  changes: readonly string[],
) {
  if (changes.includes('lienholders')) await checkPolicyAction(ctx, policyNo, 'editLienholders')
}

/**
 * Returns whether a quote changes a limit or the deductible for days before today. Such a change affects the premium of
 * elapsed days.
 */
function hasElapsedDayChanges(ctx: TransactionContext, quote: QuoteRow, policy: Policy, term: PolicyTerm): boolean {
  if (quote.effectiveDate >= getPropertyDate(ctx.now, policy)) return false
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
  ctx: TransactionContext,
  quote: QuoteRow,
  policy: Policy,
  term: PolicyTerm,
): void {
  if (!isInternal(ctx.actor) && hasElapsedDayChanges(ctx, quote, policy, term))
    throw createForbiddenError(
      'Only staff can change limits or the deductible for days that have passed. Choose today or a later date.',
    )
}

/** Throws 422 if premium for elapsed days changes and no reason is given. */
export function assertReasonForElapsedDays(
  ctx: TransactionContext,
  about: { quote: QuoteRow; policy: Policy; term: PolicyTerm; reason: string | undefined },
): void {
  if (!about.reason?.trim() && hasElapsedDayChanges(ctx, about.quote, about.policy, about.term))
    throw createUnprocessableError(
      'missing_reason',
      'Comments: enter a reason. The endorsement changes premium for days that have passed.',
      'Comments',
    )
}
