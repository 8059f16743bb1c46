import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../audit/audit.ts'
import { getPropertyDate } from '../../calendar/property-date.ts'
import type { DB } from '../../db/schema.ts'
import { reissueDeclarations } from '../../documents/reissue-declarations.ts'
import { createConflictError } from '../../http/api-error.ts'
import { type Ctx, getAccountId, getActorName, type TransactionContext } from '../../http/context.ts'
import type { Installment } from '../../ledger/installments.ts'
import { postInvoice } from '../../ledger/invoices.ts'
import type { ChargeLine } from '../../ledger/ledger.ts'
import { assertNotRestricted } from '../../moratoriums/assert-not-restricted.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { releaseReturnPremium } from '../../payments/refunds/release-return-premium.ts'
import { withdrawReviews } from '../../payments/refunds/reviews.ts'
import { changePolicy, checkPolicyAction, type LockedPolicy } from '../../policy/change-policy.ts'
import { toCoverageColumns } from '../../policy/coverage-columns.ts'
import { type LapseCharges, toLapseLines } from '../../policy/lapses.ts'
import { addTransaction } from '../../policy/post-transaction.ts'
import { findPostedCancellation, type PostedCancellation } from '../../policy/posted-cancellation.ts'
import { markReinstated } from '../../policy/store.ts'
import { type Policy, requirePolicy } from '../../policy/visibility.ts'
import type { Lapse } from '../../pricing/term.ts'
import { getTaxDifference } from '../../taxes/calculate-taxes.ts'
import { withdrawCancellationDocuments } from '../cancel/cancellation-documents.ts'
import { unscheduleCancellation } from '../cancel/schedule-cancellation.ts'
import { policyReinstatedEvent } from '../events.ts'

/** A reinstatement whose coverage resumes after a lapse, with the charges for the lapse (DEL-26). */
interface LapsedReinstatement {
  lapse: Lapse
  charges: LapseCharges
}

function describeReinstatement({ isPendingCancel }: Policy, lapsed: LapsedReinstatement | undefined): string {
  if (lapsed) return 'Reinstated with a lapse in coverage'
  return isPendingCancel ? 'Cancellation withdrawn' : 'Reinstated'
}

/** Throws 409 if the policy was rewritten, because a property cannot be insured twice. */
async function requireNotRewritten(trx: Transaction<DB>, policyId: string): Promise<void> {
  const { rows } = await sql<{ policy_no: string }>`
    select n.policy_no from policies p join policies n on n.policy_id = p.next_policy_id
    where p.policy_id = ${policyId} and p.cancelled_at is not null and p.last_transaction_type = 'CN'`.execute(trx)
  const [next] = rows
  if (next)
    throw createConflictError(
      'already_rewritten',
      `The policy was rewritten as ${next.policy_no}. That cannot be undone.`,
    )
}

/** Returns the charges that the cancellation returned so that they can be charged again. */
async function getLines(trx: Transaction<DB>, { transactionIds }: PostedCancellation): Promise<ChargeLine[]> {
  const items = await trx
    .selectFrom('invoice_items as i')
    .innerJoin('invoices as v', 'v.invoice_id', 'i.invoice_id')
    .select(['i.charge', 'i.description', 'i.amount_cents'])
    .where('v.policy_transaction_id', 'in', transactionIds)
    .orderBy('v.created_at')
    .orderBy('i.position')
    .execute()
  return items.map(({ charge, description, amount_cents }) => ({
    charge: charge as ChargeLine['charge'],
    description: `Reinstated: ${description.replace(/^Return of /, '')}`,
    amountCents: -amount_cents,
  }))
}

/** Refunds the charges for a lapse that the payers have already paid (REF-1). */
const refundLapse = (ctx: TransactionContext, { policyId }: Policy, { lapse, charges }: LapsedReinstatement) =>
  releaseReturnPremium(ctx, {
    ...{ policyId, cause: 'latePayment', cents: charges.totalCents, effectiveDate: lapse.from },
    description: 'Refund of premium for a lapse in coverage',
  })

/**
 * Reinstates a locked policy without a gap in coverage (REI-1), or with a lapse whose days are not charged (DEL-26). An RI
 * transaction reverses everything that the cancellation posted (CAN-23), and the returned charges are due again: now, or in
 * the given installments. Credit on the policy pays them. Paid refunds are not reversed (ADR 10). Throws 409 if the policy
 * was rewritten.
 */
export async function reinstateLockedPolicy(
  ctx: TransactionContext,
  policy: LockedPolicy,
  { isQuiet, installments, lapsed }: { isQuiet: boolean; installments?: Installment[]; lapsed?: LapsedReinstatement },
) {
  const today = getPropertyDate(ctx.now, policy)
  await requireNotRewritten(ctx.db, policy.policyId)
  const undone = await findPostedCancellation(
    ctx.db,
    policy.policyId,
    policy.isPendingCancel ? 'pendingCancel' : 'cancel',
  )
  const effectiveDate = lapsed?.lapse.to ?? undone?.effectiveDate ?? today
  const lapseTaxes = getTaxDifference(lapsed?.charges.taxes ?? {}, {})
  const lapseCents = 0 - (lapsed?.charges.premiumCents ?? 0)
  const policyTransactionId = await addTransaction(ctx.db, policy.policyId, {
    type: 'RI',
    day: today,
    effective: effectiveDate,
    description: describeReinstatement(policy, lapsed),
    grossCents: lapseCents - (undone?.grossCents ?? 0),
    feeCents: 0 - (undone?.feeCents ?? 0),
    taxes: getTaxDifference(undone?.taxes ?? {}, lapseTaxes),
    ...(undone && { reverses: undone.mainTransactionId }),
    ...(lapsed && { columns: toCoverageColumns(lapsed.charges.coverages) }),
    termChange: { grossCents: lapseCents, taxes: lapseTaxes },
    author: { userId: getAccountId(ctx.actor), name: getActorName(ctx.actor) },
  })
  const lines = [...(undone ? await getLines(ctx.db, undone) : []), ...(lapsed ? toLapseLines(lapsed.charges) : [])]
  await postInvoice(ctx.db, {
    policyId: policy.policyId,
    policyTransactionId,
    lines,
    purpose: 'reinstatement',
    dueDate: today,
    ...(installments && { installments }),
    createdBy: getAccountId(ctx.actor),
  })
  await withdrawCancellationDocuments(ctx.db, policy.policyId)
  if (policy.cancelAcceptedAt) await unscheduleCancellation(ctx, policy.policyNo)
  await markReinstated(ctx, policy.policyId)
  await withdrawReviews(ctx, policy.policyId)
  const released = lapsed && (await refundLapse(ctx, policy, lapsed))
  if (lapsed) await reissueDeclarations(ctx, policy.policyId, { id: policyTransactionId, type: 'RI' })
  await publishEvent(ctx, policyReinstatedEvent, {
    ...{ policy, effectiveDate, lines, isQuiet, lapse: lapsed?.lapse, released },
  })
  await writeAuditEntry(ctx, {
    action: 'policy.reinstate',
    entity: 'policy',
    entityId: policy.policyNo,
    policyId: policy.policyId,
    details: {
      ...{ policyTransactionId, was: policy.status, reasonCode: policy.cancelReasonCode, suppress: isQuiet },
      ...(lapsed && { lapse: lapsed.lapse }),
    },
  })
  const { status } = await requirePolicy(ctx, policy.policyNo)
  return { policyNo: policy.policyNo, status, policyTransactionId }
}

/**
 * Reinstates a cancelled or pending policy without a gap in coverage (REI-1).
 * @throws {ApiError} 404 if the policy is not visible to the caller; 403 if the caller may not reinstate; 409 if
 * nothing is cancelled, the policy was rewritten, or staff have to decide on a reinstatement offer; 422 if a moratorium
 * restricts it
 */
export async function reinstatePolicy(ctx: Ctx, input: { policyNo: string; suppress: boolean }) {
  const unlockedPolicy = await checkPolicyAction(ctx, input.policyNo, 'reinstate')
  await assertNotRestricted(ctx, unlockedPolicy, ['reinstatement'], getPropertyDate(ctx.now, unlockedPolicy))
  return changePolicy(ctx, input.policyNo, 'reinstate', (ctx, policy) =>
    reinstateLockedPolicy(ctx, policy, { isQuiet: input.suppress }),
  )
}
