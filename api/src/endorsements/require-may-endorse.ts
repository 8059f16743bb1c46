import type { Ctx } from '../http/context.ts'
import { requireMay } from '../policy/require-may.ts'
import type { Policy } from '../policy/visibility.ts'
import type { QuoteRow } from './quote.ts'

const actionOf = {
  endorsement: 'endorse',
  lienholder: 'endorse',
  rewrite: 'endorse',
  ebo: 'internalEndorse',
  ebm: 'endorseMandatory',
} as const satisfies Record<QuoteRow['kind'], string>

/**
 * Refuses an endorsement of a kind, with its changes, to those who are not offered it: out of sequence and mandatory ones
 * are for named agencies (spec 2 §6), lienholders for staff (spec 1 §6). Throws 403 and 422.
 */
export async function requireMayEndorse(
  ctx: Ctx,
  kind: QuoteRow['kind'],
  policy: Policy,
  changes: readonly string[] = [],
): Promise<void> {
  await requireMay(ctx, actionOf[kind], policy)
  if (changes.includes('lienholders')) await requireMay(ctx, 'editLienholders', policy)
}
