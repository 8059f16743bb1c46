import { writeAudit } from '../audit/audit.ts'
import { type Ctx, isInternal } from '../http/context.ts'
import { inTransaction } from '../http/in-transaction.ts'
import { conflict, forbidden, refused } from '../http/refusal.ts'
import { requireMay } from '../policies/require-may.ts'
import { lienholdersOf, sameLienholders } from './lienholders.ts'
import { isOpen, presentQuote, type Quote, requireQuote, requireSameCoverages } from './quote.ts'
import { standingOf } from './terms.ts'

const fixed = ['policyNo', 'productId', 'transactionType', 'effectiveDate'] as const

/** Why a quote cannot be changed or bound any more. Throws 409. */
export function requireOpen(quote: Parameters<typeof isOpen>[0], now: Date): void {
  if (quote.state === 'bound') throw conflict('quote_bound', 'The quote is bound already.')
  if (!isOpen(quote, now)) throw conflict('quote_expired', 'The quote has expired. Make a new one.')
}

/**
 * Saves the whole quote with what is wanted and prices it anew. Throws 404, 409 when it is bound, expired or was saved
 * by somebody else meanwhile, 403 when others than staff change lienholders, 422 for what a quote cannot change.
 */
export const saveQuote = (outer: Ctx, sent: Quote): Promise<Quote> =>
  inTransaction(outer, async (trx, ctx) => {
    const { quote, policy } = await requireQuote(ctx, sent.quoteNumber, { db: trx, lock: true })
    await requireMay(ctx, 'endorse', policy)
    requireOpen(quote, ctx.now)
    if (sent.version !== quote.version)
      throw conflict('changed_meanwhile', 'Somebody else has saved this quote. Load it again.')
    const standing = await standingOf(trx, policy.policyId)
    const before = presentQuote(quote, policy, standing, ctx.now)
    const other = fixed.find((field) => sent[field] !== before[field])
    if (other) throw refused('not_changeable', `${other}: it cannot be changed here.`, other)
    requireSameCoverages(sent.application, standing)
    const lienholders = await lienholdersOf(trx, policy.policyId)
    if (!sameLienholders(sent.application.lienholderList, lienholders)) {
      if (!isInternal(ctx.actor)) throw forbidden('Only internal staff may change lienholders.')
      await requireMay(ctx, 'editLienholders', policy)
      const known = new Set(lienholders.map(({ lienholderId }) => lienholderId))
      const stranger = sent.application.lienholderList.find(
        ({ lienholderId }) => lienholderId && !known.has(lienholderId),
      )
      if (stranger)
        throw refused('unknown_lienholder', 'lienholderId: it is not a lienholder of this policy.', 'lienholderId')
    }
    const version = quote.version + 1
    await trx
      .updateTable('quotes')
      .set({ application: JSON.stringify(sent.application), state: 'rated', version })
      .where('quote_id', '=', quote.quoteId)
      .execute()
    await writeAudit(trx, ctx, {
      action: 'quote.save',
      entity: 'quote',
      entityId: quote.quote_number,
      policyId: policy.policyId,
      details: { version },
    })
    return presentQuote({ ...quote, version, application: sent.application }, policy, standing, ctx.now)
  })
