import { propertyDay } from '../calendar/property-day.ts'
import { isInternal, type TrxCtx } from '../http/context.ts'
import { forbidden } from '../http/refusal.ts'
import { askPolicy } from '../policy/change-policy.ts'
import type { Term } from '../policy/read-term.ts'
import type { Policy } from '../policy/visibility.ts'
import { raisedBy } from './price-quote.ts'
import type { QuoteRow } from './quote-row.ts'

/**
 * The action that an endorsement of a kind is: out of sequence and mandatory ones are for named agencies (spec 2 §6).
 */
export const actionOf = {
  endorsement: 'endorse',
  lienholder: 'endorse',
  rewrite: 'endorse',
  ebo: 'internalEndorse',
  ebm: 'endorseMandatory',
} as const satisfies Record<QuoteRow['kind'], string>

/** Lienholders are for staff (spec 1 §6), whatever else a quote changes. Throws 403 and 422. */
export async function requireMayChangeLienholders(ctx: TrxCtx, policyNo: string, changes: readonly string[]) {
  if (changes.includes('lienholders')) await askPolicy(ctx, policyNo, 'editLienholders')
}

/** Nobody but staff buys cover for days on which it is known already what happened (decision 96). Throws 403. */
export function requireStaffForPast(ctx: TrxCtx, quote: QuoteRow, policy: Policy, term: Term): void {
  if (isInternal(ctx.actor) || quote.effectiveDate >= propertyDay(ctx.now, policy)) return
  const { higherLimits, lowerDeductible } = raisedBy(quote, term)
  if (higherLimits || lowerDeductible)
    throw forbidden('effectiveDate: only internal staff raise the cover for days that are past.')
}
