import { writeAuditEntry } from '../audit/audit.ts'
import { getPropertyDate } from '../calendar/property-date.ts'
import { reissueDeclarations } from '../documents/reissue-declarations.ts'
import type { Operations } from '../generated/operations.ts'
import { createConflictError, createNotFoundError, createUnprocessableError } from '../http/api-error.ts'
import { type Ctx, getAccountId, getActorName } from '../http/context.ts'
import { toCents, toDollars } from '../http/money.ts'
import { assertNotRestricted } from '../moratoriums/assert-not-restricted.ts'
import { writeNote } from '../notes/write-note.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import { withdrawEndorsementReviews } from '../payments/refunds/reviews.ts'
import { getElapsedReturnCents } from '../policy/elapsed-charges.ts'
import { postTransaction } from '../policy/post-transaction.ts'
import { findTransaction, readTerm } from '../policy/read-term.ts'
import { type Policy, requirePolicy } from '../policy/visibility.ts'
import { reverseTermChange } from '../pricing/reversal.ts'
import { clampEffectiveDate, getEffectiveCoverageTerms } from '../pricing/term.ts'
import { getTaxDifference } from '../taxes/calculate-taxes.ts'
import { sumTaxes } from '../taxes/taxes.ts'
import { getEndorsementDueDate } from './due-date.ts'
import { policyEndorsedEvent } from './events.ts'
import { findCoverageIncreases, getRestrictedEndorsementActions } from './price-quote.ts'
import { toPricingResponse, transactionTypesByQuoteKind } from './quote.ts'
import { releaseEndorsementRefund } from './release-refund.ts'
import { applyRenewalChange, changePolicyWithRenewals, findRenewalChange } from './renewal-change.ts'
import { toTermCoverageColumns } from './term-coverage-columns.ts'

type Preview = Operations['previewReversal']['response']['payload']

/** Transaction types that can be reversed. Manual adjustments and reversals cannot be reversed. */
const reversible: readonly string[] = [...new Set(Object.values(transactionTypesByQuoteKind))]

export interface ReversalRequest {
  policyNo: string
  endorsementId: string
}

/**
 * Returns the term priced without the endorsement.
 * @throws {ApiError} 404 if the endorsement does not exist; 409 if it is already reversed; 422 if the transaction is
 * not an endorsement
 */
async function priceReversal(ctx: Pick<Ctx, 'db'>, policy: Policy, { endorsementId }: ReversalRequest) {
  const found = await findTransaction(ctx.db, policy.policyId, endorsementId)
  if (!found) throw createNotFoundError({ endorsementId })
  if (!reversible.includes(found.type))
    throw createUnprocessableError(
      'not_an_endorsement',
      'endorsementId: only endorsements can be reversed.',
      'endorsementId',
    )
  if (found.reversedBy) throw createConflictError('already_reversed', 'The endorsement has already been reversed.')
  const term = await readTerm(ctx.db, policy)
  const index = term.changes.findIndex(({ id }) => id === endorsementId)
  const endorsed = reverseTermChange(term, index)
  const taxes = getTaxDifference(term.taxesFor(term.price.premiumCents), term.taxesFor(endorsed.price.premiumCents))
  const day = clampEffectiveDate(term.begun, found)
  const raises = findCoverageIncreases(
    getEffectiveCoverageTerms(term.begun, term.changes, day),
    getEffectiveCoverageTerms(term.begun, endorsed.changes, day),
  )
  return { ...found, term, raises, priced: { ...endorsed, taxes } }
}

/**
 * Returns the amount that reversing an endorsement would charge or return. Throws the same errors as
 * `reverseEndorsement`.
 */
export async function previewReversal(ctx: Ctx, input: ReversalRequest): Promise<Preview> {
  const policy = await requirePolicy(ctx, input.policyNo)
  const { type, effectiveDate, term, priced } = await priceReversal(ctx, policy, input)
  const renewal = await findRenewalChange(ctx, policy, { before: term, after: priced })
  return {
    policyTransactionId: input.endorsementId,
    transactionType: type as Preview['transactionType'],
    effectiveDate,
    pricing: toPricingResponse(term, priced, effectiveDate, renewal),
  }
}

/**
 * Reverses an endorsement from its effective date with an EBR transaction (ADR 34). Invoices or refunds the difference,
 * withdraws the refund reviews of the endorsement, adjusts commission, reissues the declarations page, writes a note and notifies the parties.
 * @throws {ApiError} 404 if the policy or the endorsement is not visible to the caller; 403 or 409 if the action is not
 * allowed; 409 if it is already reversed or the price has changed; 422 if a moratorium restricts it
 */
export async function reverseEndorsement(ctx: Ctx, input: ReversalRequest & { change: number; reason: string }) {
  const unlockedPolicy = await requirePolicy(ctx, input.policyNo)
  const today = getPropertyDate(ctx.now, unlockedPolicy)
  const { raises } = await priceReversal(ctx, unlockedPolicy, input)
  await assertNotRestricted(ctx, unlockedPolicy, getRestrictedEndorsementActions(raises), today)
  return changePolicyWithRenewals(ctx, unlockedPolicy, 'reverseEndorsement', async (ctx, policy) => {
    const { type, effectiveDate, term, priced } = await priceReversal(ctx, policy, input)
    const grossCents = priced.difference.premiumCents
    if (grossCents + sumTaxes(priced.taxes) !== toCents(input.change, 'change'))
      throw createConflictError('price_changed', 'The price has changed since it was shown. Please review it again.')
    const description = 'Endorsement reversed'
    const posted = await postTransaction(ctx.db, policy.policyId, {
      ...{ type: 'EBR', day: today, effective: effectiveDate, description, grossCents },
      dueDate: getEndorsementDueDate(today),
      paymentInterval: policy.paymentInterval,
      sets: priced.sets,
      taxes: priced.taxes,
      columns: { ...toTermCoverageColumns(priced.price), transaction_notes: input.reason.trim() },
      reverses: input.endorsementId,
      billedTo: term.isBilledToLender ? 'lienholder' : 'insured',
      author: { userId: getAccountId(ctx.actor), name: getActorName(ctx.actor) },
    })
    await withdrawEndorsementReviews(ctx, input.endorsementId)
    const { policyTransactionId, totalCents, invoice } = posted
    const { payees, held } = await releaseEndorsementRefund(ctx, policy.policyId, {
      posted,
      cause: 'reversal',
      elapsedCents: getElapsedReturnCents(term, priced.schedule, today),
      effectiveDate,
      description: 'Return premium of a reversed endorsement',
    })
    await reissueDeclarations(ctx, policy.policyId, { id: policyTransactionId, type: 'EBR' })
    await applyRenewalChange(
      ctx,
      {
        ...{ policyNo: policy.policyNo, transactionId: policyTransactionId, today },
        change: { before: term, after: priced },
      },
      policy,
    )
    await writeNote(ctx, policy.policyNo, { note: `${description}: ${input.reason.trim()}`, isPrivate: false })
    const totalPremiumCents = policy.totalPremiumCents + totalCents
    await publishEvent(ctx, policyEndorsedEvent, {
      ...{ policy, policyTransactionId, changes: [description], effectiveDate, invoiceId: invoice?.invoiceId },
      ...{ changeCents: totalCents, totalCents: totalPremiumCents, payees, held, billsLender: term.isBilledToLender },
    })
    await writeAuditEntry(ctx, {
      action: 'policy.reverseEndorsement',
      entity: 'policy',
      entityId: policy.policyNo,
      policyId: policy.policyId,
      details: { policyTransactionId, reverses: input.endorsementId, type, totalCents },
    })
    return {
      policyNo: policy.policyNo,
      policyTransactionId,
      effectiveDate,
      totalPremium: toDollars(totalPremiumCents),
      amountDue: toDollars(totalCents),
    }
  })
}
