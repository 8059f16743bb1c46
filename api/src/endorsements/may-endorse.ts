import { getPropertyDate } from '../calendar/property-day.ts'
import { forbidden, rejected } from '../http/api-error.ts'
import { isInternal, type TransactionContext } from '../http/context.ts'
import { checkPolicyAction } from '../policy/change-policy.ts'
import type { Term } from '../policy/read-term.ts'
import type { Policy } from '../policy/visibility.ts'
import { setsFor } from '../pricing/term.ts'
import { getCoverageAsOf, getRequestedCoverage } from './price-quote.ts'
import type { QuoteRow } from './quote-row.ts'

/**
 * The action that an endorsement of a kind is: out of sequence and mandatory ones are for named agencies (END-5).
 */
export const actionOf = {
  endorsement: 'endorse',
  lienholder: 'endorse',
  rewrite: 'endorse',
  ebo: 'internalEndorse',
  ebm: 'endorseMandatory',
} as const satisfies Record<QuoteRow['kind'], string>

/** Lienholders are for staff (END-6), whatever else a quote changes. Throws 403 and 422. */
export async function assertCanChangeLienholders(
  ctx: TransactionContext,
  policyNo: string,
  changes: readonly string[],
) {
  if (changes.includes('lienholders')) await checkPolicyAction(ctx, policyNo, 'editLienholders')
}

/** Whether a quote changes limits or the deductible, and so premium, for days before today at the property. */
function changesElapsedDays(ctx: TransactionContext, quote: QuoteRow, policy: Policy, term: Term): boolean {
  if (quote.effectiveDate >= getPropertyDate(ctx.now, policy)) return false
  const { limits, deductibleCents } = setsFor(getCoverageAsOf(term, quote), getRequestedCoverage(quote.application))
  return Object.keys(limits).length > 0 || deductibleCents !== undefined
}

/** Elapsed days are closed: only staff change premium for them. Everybody can backdate changes that do not affect premium. Throws 403. */
export function assertStaffForElapsedDays(ctx: TransactionContext, quote: QuoteRow, policy: Policy, term: Term): void {
  if (!isInternal(ctx.actor) && changesElapsedDays(ctx, quote, policy, term))
    throw forbidden(
      'Only staff can change limits or the deductible for days that have passed. Choose today or a later date.',
    )
}

/** Staff who change premium for elapsed days give a reason. Throws 422. */
export function assertReasonForElapsedDays(
  ctx: TransactionContext,
  about: { quote: QuoteRow; policy: Policy; term: Term; reason: string | undefined },
): void {
  if (!about.reason?.trim() && changesElapsedDays(ctx, about.quote, about.policy, about.term))
    throw rejected(
      'missing_reason',
      'Comments: enter a reason. The endorsement changes premium for days that have passed.',
      'Comments',
    )
}
