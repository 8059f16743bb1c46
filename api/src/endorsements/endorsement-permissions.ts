import type { TransactionContext } from '../http/context.ts'
import { checkPolicyAction } from '../policy/change-policy.ts'
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
 * If the quote changes lienholders, checks that the caller can change them (END-6). Throws the same errors as
 * `checkPolicyAction`.
 */
export async function assertCanChangeLienholders(
  ctx: TransactionContext,
  policyNo: string,
  changes: readonly string[],
) {
  if (changes.includes('lienholders')) await checkPolicyAction(ctx, policyNo, 'editLienholders')
}
