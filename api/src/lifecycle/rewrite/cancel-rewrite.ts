import { CancelReasonCode } from '@tideline/sdk/words'
import type { Transaction } from 'kysely'
import { requireAllowedAgency } from '../../agencies/store.ts'
import { writeAuditEntry } from '../../audit/audit.ts'
import { getEarlierDate, getLaterDate, isIsoDate } from '../../calendar/days.ts'
import { formatUsDate } from '../../calendar/format-date.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import { findClaimHoldingRefund } from '../../claims/return-premium-hold.ts'
import type { DB } from '../../db/schema.ts'
import { createPolicyDocuments } from '../../documents/create-documents.ts'
import { createConflictError, createForbiddenError } from '../../http/api-error.ts'
import { createBadRequestError } from '../../http/collection.ts'
import { type Ctx, getActorName, isInternal, type TransactionContext } from '../../http/context.ts'
import { lockBalance } from '../../ledger/store.ts'
import { assertNotRestricted } from '../../moratoriums/assert-not-restricted.ts'
import { writeNote } from '../../notes/write-note.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { getPaymentAuthor } from '../../payments/author.ts'
import { endAutoPayOfRewrittenPolicy } from '../../payments/auto-pay/consent.ts'
import { getPayees } from '../../payments/refunds/pay-refund.ts'
import type { Payees } from '../../payments/refunds/refund-payees.ts'
import { getFreeCreditCents, releaseReturnPremium } from '../../payments/refunds/release-return-premium.ts'
import { transferPayments } from '../../payments/transfers/transfer-payments.ts'
import { changePolicy, checkPolicyAction } from '../../policy/change-policy.ts'
import { markRewritten } from '../../policy/store.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import { calculateRewriteRefund } from '../cancel/calculate-refund.ts'
import { postReturnPremium } from '../cancel/post-return-premium.ts'
import { requireCancelReason } from '../cancel/reasons.ts'
import type { RefundLine } from '../cancel/refund-rules.ts'
import { policyRewrittenEvent } from '../events.ts'
import { copyRecordsToNewPolicy } from './carry-over.ts'
import { createTerm } from './new-term.ts'
import { assertInRewriteWindow, getRewriteWindow } from './rewrite-window.ts'

export interface RewriteRequest {
  policyNo: string
  /** New inception date. If it is a timestamp, only the date is used. */
  inceptionDate: string
  hasImmediateClosing: boolean
  /** Number of the new agency. Blank keeps the current agency. */
  newAgencyNo: string
  producerName: string
}

/** Returns the range of allowed inception dates (REW-2). Throws 404. */
export async function getRewriteDates(ctx: Ctx, policyNo: string) {
  const policy = await requirePolicy(ctx, policyNo)
  return getRewriteWindow(getPropertyDate(ctx.now, policy), policy.expirationDate)
}

/** Throws 403 if a caller other than staff specifies another agency or producer (REW-3). */
function assertStaffFields(ctx: Ctx, input: RewriteRequest): void {
  if (isInternal(ctx.actor)) return
  if (input.newAgencyNo) throw createForbiddenError('Only staff can choose another agency.')
  if (input.producerName.trim()) throw createForbiddenError('Only staff can choose another producer.')
}

/** Throws 409 if a payment is processing, a claim puts the return premium on hold, or the policy has a next term. */
async function assertNothingOpen(trx: Transaction<DB>, policy: Policy): Promise<void> {
  const { processingCents } = await lockBalance(trx, policy.policyId)
  if (processingCents > 0)
    throw createConflictError(
      'payment_in_progress',
      'A payment is processing. Bank payments can take up to 4 business days.',
    )
  const claimNumber = await findClaimHoldingRefund(trx, policy.policyId)
  if (claimNumber)
    throw createConflictError(
      'claim_in_term',
      `Claim ${claimNumber} was reported in this term. The inception date cannot be changed until staff have settled it.`,
    )
  const next = await trx
    .selectFrom('policies as n')
    .innerJoin('policies as p', 'p.next_policy_id', 'n.policy_id')
    .select('n.policy_no')
    .where('p.policy_id', '=', policy.policyId)
    .executeTakeFirst()
  if (next) throw createConflictError('already_renewed', `The next term, ${next.policy_no}, already exists.`)
}

/**
 * Returns the date on which coverage under the old term ends: today or the new inception date, whichever is earlier
 * (POL-8).
 */
const getOldTermEnd = (policy: Policy, inceptionDate: string, today: string) =>
  getLaterDate(policy.inceptionDate, getEarlierDate(inceptionDate, today))

/** Adds the transaction that cancels the old policy. Charges for days that only the old term covered are retained (POL-8). */
const cancelOldPolicy = (
  ctx: TransactionContext,
  policy: Policy,
  end: { today: string; effectiveDate: string; lines: readonly RefundLine[] },
) =>
  postReturnPremium(ctx, policy, {
    type: 'CN',
    reasonCode: CancelReasonCode.rewrite,
    description: 'Cancelled for rewrite',
    ...end,
  })

/**
 * Transfers the old policy's credit to the new policy and releases the remaining credit. Returns the amount moved and the
 * payees of the remaining credit.
 */
async function settle(
  ctx: TransactionContext,
  old: Policy,
  newPolicy: { policyId: string; totalCents: number },
  effectiveDate: string,
): Promise<{ movedCents: number; payees: Payees }> {
  const movedCents = await transferPayments(ctx.db, {
    fromPolicyId: old.policyId,
    toPolicyId: newPolicy.policyId,
    cents: Math.min(await getFreeCreditCents(ctx, old.policyId), newPolicy.totalCents),
    author: getPaymentAuthor(ctx),
    now: ctx.now,
  })
  const { refundIds } = await releaseReturnPremium(ctx, {
    policyId: old.policyId,
    cause: 'rewrite',
    reasonCode: CancelReasonCode.rewrite,
    effectiveDate,
    description: 'Refund of credit not needed by the rewritten policy',
  })
  return { movedCents, payees: await getPayees(ctx.db, refundIds) }
}

/**
 * Changes the inception date: cancels the policy and binds a new one with a new number, in one transaction (CAN-6,
 * REW-1, POL-8). This cannot be undone, and the new policy's documents must be signed again. Payments, lienholders,
 * uploads and payment methods move to the new policy.
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not rewrite it; 409 if it is
 * cancelled, pending cancel, expired or renewed, or a payment or claim is open; 422 if the date is not allowed or a
 * moratorium restricts it
 */
export async function cancelRewrite(ctx: Ctx, input: RewriteRequest) {
  const unlockedPolicy = await checkPolicyAction(ctx, input.policyNo, 'changeInceptionDate')
  assertStaffFields(ctx, input)
  const inceptionDate = input.inceptionDate.slice(0, 10)
  if (!isIsoDate(inceptionDate)) throw createBadRequestError('inceptionDate', 'is not a valid date.')
  const today = getPropertyDate(ctx.now, unlockedPolicy)
  const { hasImmediateClosing } = input
  assertInRewriteWindow(
    getRewriteWindow(today, unlockedPolicy.expirationDate),
    { inceptionDate, hasImmediateClosing },
    unlockedPolicy.inceptionDate,
  )
  await assertNotRestricted(ctx, unlockedPolicy, ['rewrite'], today)
  return changePolicy(ctx, input.policyNo, 'changeInceptionDate', async (ctx, policy) => {
    await assertNothingOpen(ctx.db, policy)
    const agencyNo = input.newAgencyNo || policy.agencyNo
    const permission = agencyNo === policy.agencyNo ? 'service' : 'newBusiness'
    const agency = await requireAllowedAgency(ctx.db, agencyNo, 'newAgencyNo', permission)
    const { producer_name } = await ctx.db
      .selectFrom('policies')
      .select('producer_name')
      .where('policy_id', '=', policy.policyId)
      .executeTakeFirstOrThrow()
    // The new term's price and minimum are based on the old term, so they are calculated before the cancellation is posted.
    const reason = await requireCancelReason(ctx.db, CancelReasonCode.rewrite)
    const effectiveDate = getOldTermEnd(policy, inceptionDate, today)
    const { lines, carriedMinimumCents } = await calculateRewriteRefund(ctx.db, policy, reason, effectiveDate)
    const newPolicy = await createTerm(ctx, {
      old: policy,
      inceptionDate,
      hasImmediateClosing,
      agency,
      producerName: input.producerName.trim() || producer_name,
      carriedMinimumCents,
      today,
    })
    await copyRecordsToNewPolicy(ctx.db, policy.policyId, newPolicy.policyId)
    await createPolicyDocuments(ctx.db, { now: ctx.now, authorName: getActorName(ctx.actor) }, [newPolicy.policyId])
    await cancelOldPolicy(ctx, policy, { today, effectiveDate, lines })
    await markRewritten(ctx, policy.policyId, {
      reasonCode: CancelReasonCode.rewrite,
      effectiveDate,
      nextPolicyId: newPolicy.policyId,
    })
    await endAutoPayOfRewrittenPolicy(ctx, policy)
    const { movedCents, payees } = await settle(ctx, policy, newPolicy, effectiveDate)
    const words = `The inception date was moved from ${formatUsDate(policy.inceptionDate)} to ${formatUsDate(inceptionDate)}: ${policy.policyNo} was cancelled and rewritten as ${newPolicy.policyNo}.`
    for (const policyNo of [policy.policyNo, newPolicy.policyNo])
      await writeNote(ctx, policyNo, { note: words, isPrivate: false, reason: 'Inception date' })
    await publishEvent(ctx, policyRewrittenEvent, {
      old: policy,
      newPolicy: {
        ...{ policyId: newPolicy.policyId, policyNo: newPolicy.policyNo },
        ...{ inceptionDate, agency, movedCents, payees, oldEnd: effectiveDate },
      },
    })
    for (const { policyId, policyNo } of [policy, newPolicy])
      await writeAuditEntry(ctx, {
        action: 'policy.rewrite',
        entity: 'policy',
        entityId: policyNo,
        policyId,
        details: {
          from: policy.policyNo,
          to: newPolicy.policyNo,
          inceptionDate,
          hasImmediateClosing,
          agencyNo: agency.agencyNo,
          movedCents,
        },
      })
    return {
      policy: {
        policyNo: newPolicy.policyNo,
        policyId: newPolicy.policyId,
        inceptionDate,
        agencyNo: agency.agencyNo,
        company: agency.company,
      },
      cancelledPolicyNo: policy.policyNo,
    }
  })
}
