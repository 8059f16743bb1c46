import type { TrxCtx } from '../http/context.ts'
import { askPolicy } from '../policy/change-policy.ts'
import type { QuoteRow } from './quote.ts'

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
