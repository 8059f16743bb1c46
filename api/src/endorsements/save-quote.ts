import { writeAuditEntry } from '../audit/audit.ts'
import { createConflictError, createUnprocessableError } from '../http/api-error.ts'
import type { Ctx } from '../http/context.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { readTerm } from '../policy/read-term.ts'
import { getChangedFields } from './changes.ts'
import { requireSameCoverages, requireValidApplication } from './check-application.ts'
import { assertStaffForElapsedDays } from './elapsed-days.ts'
import { assertCanChangeLienholders, endorsementActions } from './endorsement-permissions.ts'
import { getLienholders } from './lienholders.ts'
import { lockQuote, previewQuote, requireQuote, toQuoteResponse } from './quote.ts'
import type { Quote } from './quote-row.ts'
import { requireOpenQuote } from './quote-state.ts'
import { requireValidRenewalChange } from './renewal-change.ts'

const fixed = ['policyNo', 'productId', 'transactionType', 'effectiveDate'] as const

/**
 * Saves a quote and returns it with its new price.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller is not staff and changes
 * lienholders; 409 if the quote is bound or expired, or was saved by someone else; 422 if a change is not allowed
 */
export async function saveQuote(ctx: Ctx, sent: Quote): Promise<Quote> {
  const unlocked = await requireQuote(ctx, sent.quoteNumber)
  return changePolicy(ctx, unlocked.policy.policyNo, endorsementActions[unlocked.quote.kind], async (ctx, policy) => {
    const quote = await lockQuote(ctx, sent.quoteNumber, policy)
    const term = await readTerm(ctx.db, policy)
    requireOpenQuote(quote, term, ctx.now)
    if (sent.version !== quote.version)
      throw createConflictError('concurrent_change', 'Someone else saved this quote. Reload it and try again.')
    const before = toQuoteResponse(quote, policy, term, ctx.now, undefined)
    const other = fixed.find((field) => sent[field] !== before[field])
    if (other) throw createUnprocessableError('not_changeable', `${other}: this cannot be changed here.`, other)
    const lienholders = await getLienholders(ctx.db, policy.policyId)
    requireSameCoverages(sent.application, term)
    const wanted = { ...quote, application: sent.application }
    await assertCanChangeLienholders(ctx, policy.policyNo, getChangedFields(wanted, term, lienholders))
    requireValidApplication(wanted, term, lienholders)
    assertStaffForElapsedDays(ctx, wanted, policy, term)
    const preview = await previewQuote(ctx, wanted, policy, { term, lienholders })
    if (preview.renewal) requireValidRenewalChange(preview.renewal)
    const version = quote.version + 1
    await ctx.db
      .updateTable('quotes')
      .set({
        application: JSON.stringify(sent.application),
        effective_date: quote.effectiveDate,
        state: 'rated',
        version,
      })
      .where('quote_id', '=', quote.quoteId)
      .execute()
    await writeAuditEntry(ctx, {
      action: 'quote.save',
      entity: 'quote',
      entityId: quote.quote_number,
      policyId: policy.policyId,
      details: { version },
    })
    return toQuoteResponse({ ...wanted, version }, policy, term, ctx.now, preview)
  })
}
