import type { Insertable } from 'kysely'
import { writeAuditEntry } from '../audit/audit.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { executePipelined } from '../db/pipeline.ts'
import type { PolicyTransaction } from '../db/schema.ts'
import { reissueDeclarations, savePrintedLienholders } from '../documents/reissue-declarations.ts'
import { createConflictError } from '../http/api-error.ts'
import { type Ctx, getAccountId, getActorName } from '../http/context.ts'
import { toDollars } from '../http/money.ts'
import { assertNotRestricted } from '../moratoriums/assert-not-restricted.ts'
import { findRestriction } from '../moratoriums/find-restriction.ts'
import { writeNote } from '../notes/write-note.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { getElapsedReturnCents } from '../policy/elapsed-charges.ts'
import { replaceLienholders } from '../policy/lienholders.ts'
import { postTransaction } from '../policy/post-transaction.ts'
import { type PolicyTerm, readTerm } from '../policy/read-term.ts'
import type { Policy } from '../policy/visibility.ts'
import { getChangedFields } from './changes.ts'
import { requireValidApplication } from './check-application.ts'
import { getEndorsementDueDate } from './due-date.ts'
import { assertReasonForElapsedDays, assertStaffForElapsedDays } from './elapsed-days.ts'
import { assertCanChangeLienholders, endorsementActions } from './endorsement-permissions.ts'
import { policyEndorsedEvent } from './events.ts'
import { getLienholders, toLienholderRow } from './lienholders.ts'
import { toMailingAddressColumns } from './mailing-address.ts'
import { closeOpenMortgageeChange } from './mortgagee-changes/close.ts'
import { notifyRemovedLenders } from './notify-removed-lenders.ts'
import { applyPayerChange, findPayerChange, toPayerChangeResponse } from './payer-change.ts'
import {
  findQuoteIncreases,
  getRestrictedEndorsementActions,
  type PricedQuote,
  priceQuote,
  restrictableActions,
} from './price-quote.ts'
import { getQuotedTermChange, lockQuote, requireQuote, transactionTypesByQuoteKind } from './quote.ts'
import type { QuoteRow } from './quote-row.ts'
import { requireOpenQuote } from './quote-state.ts'
import { releaseEndorsementRefund } from './release-refund.ts'
import { applyRenewalChange, changePolicyWithRenewals } from './renewal-change.ts'
import { toTermCoverageColumns } from './term-coverage-columns.ts'

export interface BindQuoteRequest {
  quoteNumber: string
  description: string | undefined
  comments: string | undefined
  /** Id shared by endorsements that are bound together (POL-13). */
  groupId?: string
  /** Whether the quote approves the policy's open mortgagee change request, which is then not superseded (POL-20). */
  approvesMortgageeChange?: boolean
}

/** Returns the values that the quote sets in its transaction: mailing address, and coverage at the end of the term. */
const getColumns = ({ application }: QuoteRow, { price }: PricedQuote): Partial<Insertable<PolicyTransaction>> => ({
  ...toTermCoverageColumns(price),
  ...toMailingAddressColumns(application.mailingAddress),
})

/** Throws 409 if the price has changed since the quote was last saved because its effective date has moved (PRI-7). */
function requireShownPrice(quote: QuoteRow, term: PolicyTerm, priced: PricedQuote) {
  const shownFor = quote.savedEffectiveDate ?? quote.effectiveDate
  if (shownFor === quote.effectiveDate) return
  const shown = priceQuote({ ...quote, effectiveDate: shownFor }, term)
  if (shown.difference.premiumCents !== priced.difference.premiumCents)
    throw createConflictError(
      'price_changed',
      'The price has changed since the quote was saved. Save it again to see it.',
    )
}

/** Throws 422 if a moratorium restricts the quote (MOR-3, END-7). Reads the term only if the county has a moratorium. */
async function assertQuoteNotRestricted(
  ctx: Ctx,
  { quote, policy }: { quote: QuoteRow; policy: Policy },
  today: string,
): Promise<void> {
  const { productId, countyFips } = policy
  if (!countyFips) return
  if (!(await findRestriction(ctx.db, { productId, countyFips, actions: restrictableActions, day: today }))) return
  const increases = findQuoteIncreases(quote, await readTerm(ctx.db, policy))
  await assertNotRestricted(ctx, policy, getRestrictedEndorsementActions(increases), today)
}

/**
 * Binds a quote as a transaction of its policy. Invoices or refunds the difference, applies the change to a bound
 * renewal, reissues the declarations page and notifies the parties.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 or 409 if the action is not allowed; 409 if
 * the quote is bound or outdated, or its price has changed; 422 if it is invalid or a moratorium restricts it
 */
export async function bindQuote(ctx: Ctx, input: BindQuoteRequest) {
  const unlocked = await requireQuote(ctx, input.quoteNumber)
  const today = getPropertyDate(ctx.now, unlocked.policy)
  await assertQuoteNotRestricted(ctx, unlocked, today)
  return changePolicyWithRenewals(
    ctx,
    unlocked.policy,
    endorsementActions[unlocked.quote.kind],
    async (ctx, policy) => {
      const quote = await lockQuote(ctx, input.quoteNumber, policy)
      const term = await readTerm(ctx.db, policy)
      requireOpenQuote(quote, term, ctx.now)
      if (quote.version !== unlocked.quote.version)
        throw createConflictError('concurrent_change', 'Someone else saved this quote. Reload it and try again.')
      const lienholders = await getLienholders(ctx.db, policy.policyId)
      const changes = getChangedFields(quote, term, lienholders)
      await assertCanChangeLienholders(ctx, policy.policyNo, changes)
      requireValidApplication(quote, term, lienholders)
      assertStaffForElapsedDays(ctx, quote, policy, term)
      assertReasonForElapsedDays(ctx, { quote, policy, term, reason: input.comments })
      const priced = priceQuote(quote, term)
      requireShownPrice(quote, term, priced)
      const lienholderChange = { before: lienholders, after: quote.application.lienholderList }
      const payerChange = await findPayerChange(ctx.db, policy, lienholderChange, today)
      if (payerChange) await applyPayerChange(ctx, payerChange)
      const billsLender = payerChange ? payerChange.lenderAfter !== null : term.isBilledToLender
      const description = input.description?.trim() || 'Endorsement'
      const posted = await postTransaction(ctx.db, policy.policyId, {
        type: transactionTypesByQuoteKind[quote.kind],
        day: today,
        effective: quote.effectiveDate,
        description,
        sets: priced.sets,
        grossCents: priced.difference.premiumCents,
        taxes: priced.taxes,
        columns: {
          ...getColumns(quote, priced),
          transaction_notes: input.comments?.trim() || null,
        },
        ...(input.groupId && { groupId: input.groupId }),
        dueDate: getEndorsementDueDate(today),
        paymentInterval: policy.paymentInterval,
        billedTo: billsLender ? 'lienholder' : 'insured',
        author: { userId: getAccountId(ctx.actor), name: getActorName(ctx.actor) },
      })
      const { policyTransactionId, totalCents, invoice } = posted
      const { payees, held } = await releaseEndorsementRefund(ctx, policy.policyId, {
        posted,
        cause: 'endorsement',
        elapsedCents: getElapsedReturnCents(term, priced.schedule, today),
        effectiveDate: quote.effectiveDate,
        description: 'Return premium of an endorsement',
      })
      const changesLienholders = changes.includes('lienholders')
      if (changesLienholders) await savePrintedLienholders(ctx, policy.policyId)
      await reissueDeclarations(ctx, policy.policyId, {
        id: policyTransactionId,
        type: transactionTypesByQuoteKind[quote.kind],
      })
      if (changesLienholders) {
        await replaceLienholders(ctx.db, policy.policyId, quote.application.lienholderList.map(toLienholderRow))
        await notifyRemovedLenders(ctx, policy.policyNo, lienholderChange, quote.effectiveDate)
        if (!input.approvesMortgageeChange) await closeOpenMortgageeChange(ctx, policy, 'superseded')
      }
      const { groupId } = input
      await applyRenewalChange(
        ctx,
        {
          ...{ policyNo: policy.policyNo, transactionId: policyTransactionId, today, ...(groupId && { groupId }) },
          change: getQuotedTermChange(quote, term, lienholders),
        },
        policy,
      )
      await executePipelined(
        ctx.db,
        ctx.db
          .updateTable('quotes')
          .set({ state: 'bound', bound_transaction_id: policyTransactionId, effective_date: quote.effectiveDate })
          .where('quote_id', '=', quote.quoteId),
      )
      if (input.comments?.trim())
        await writeNote(ctx, policy.policyNo, { note: `${description}: ${input.comments.trim()}`, isPrivate: false })
      const totalPremiumCents = policy.totalPremiumCents + totalCents
      await publishEvent(ctx, policyEndorsedEvent, {
        ...{ policy, policyTransactionId, effectiveDate: quote.effectiveDate, invoiceId: invoice?.invoiceId },
        changes: changes.length > 0 ? changes : [description],
        ...{ changeCents: totalCents, totalCents: totalPremiumCents, payees, held, billsLender, payerChange },
      })
      await writeAuditEntry(ctx, {
        action: 'policy.endorse',
        entity: 'quote',
        entityId: quote.quote_number,
        policyId: policy.policyId,
        details: {
          ...{ policyTransactionId, type: transactionTypesByQuoteKind[quote.kind], changes, totalCents },
          ...(payerChange && { billed: toPayerChangeResponse(payerChange) }),
        },
      })
      return {
        policyNo: policy.policyNo,
        policyTransactionId,
        effectiveDate: quote.effectiveDate,
        totalPremium: toDollars(totalPremiumCents),
        amountDue: toDollars(totalCents),
      }
    },
  )
}
