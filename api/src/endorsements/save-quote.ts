import { writeAudit } from '../audit/audit.ts'
import type { Ctx } from '../http/context.ts'
import { conflict, refused } from '../http/refusal.ts'
import { changePolicy } from '../policy/change-policy.ts'
import { isBilledToLender } from '../policy/payer.ts'
import { changesOf } from './changes.ts'
import { requireValidApplication } from './check-application.ts'
import { lienholdersOf } from './lienholders.ts'
import { actionOf, requireMayChangeLienholders } from './may-endorse.ts'
import { isOpen, presentQuote, type Quote, type QuoteRow, requireQuote, requireSameCoverages } from './quote.ts'
import { type Standing, standingOf } from './terms.ts'

const fixed = ['policyNo', 'productId', 'transactionType', 'effectiveDate'] as const

/** Why a quote cannot be changed or bound any more. Throws 409. */
export function requireOpen(quote: QuoteRow, standing: Standing, now: Date): void {
  if (quote.state === 'bound') throw conflict('quote_bound', 'The quote is bound already.')
  if (!isOpen(quote, standing, now))
    throw conflict('quote_expired', 'The quote is out of date. Make a new one from the policy as it stands.')
}

/**
 * Saves the whole quote with what is wanted and prices it anew. Throws 404, 409 when it is bound, out of date or was saved
 * by somebody else meanwhile, 403 when others than staff change lienholders, 422 for what a quote cannot change.
 */
export async function saveQuote(ctx: Ctx, sent: Quote): Promise<Quote> {
  const asked = await requireQuote(ctx, sent.quoteNumber)
  return changePolicy(ctx, asked.policy.policyNo, actionOf[asked.quote.kind], async (ctx, policy) => {
    const { quote } = await requireQuote(ctx, sent.quoteNumber, { lock: true })
    const standing = await standingOf(ctx.db, policy.policyId)
    requireOpen(quote, standing, ctx.now)
    if (sent.version !== quote.version)
      throw conflict('changed_meanwhile', 'Somebody else has saved this quote. Load it again.')
    const before = presentQuote(quote, policy, standing, ctx.now)
    const other = fixed.find((field) => sent[field] !== before[field])
    if (other) throw refused('not_changeable', `${other}: it cannot be changed here.`, other)
    const lienholders = await lienholdersOf(ctx.db, policy.policyId)
    requireSameCoverages(sent.application, standing)
    await requireMayChangeLienholders(ctx, policy.policyNo, changesOf(sent.application, standing, lienholders))
    const billsLender = await isBilledToLender(ctx.db, policy.policyId)
    requireValidApplication(sent.application, standing, lienholders, billsLender)
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
    await writeAudit(ctx, {
      action: 'quote.save',
      entity: 'quote',
      entityId: quote.quote_number,
      policyId: policy.policyId,
      details: { version },
    })
    return presentQuote({ ...quote, version, application: sent.application }, policy, standing, ctx.now)
  })
}
