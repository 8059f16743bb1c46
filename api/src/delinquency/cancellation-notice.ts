import { writeAuditEntry } from '../audit/audit.ts'
import type { TransactionContext } from '../http/context.ts'
import { publishEvent } from '../outbox/domain-event.ts'
import type { Policy } from '../policy/visibility.ts'
import {
  getDelinquencyReason,
  getDemandedObligations,
  getNoticePeriod,
  getPrintedDate,
  type HoldReason,
  type NoticePeriod,
} from './decide-steps.ts'
import { nonpaymentNoticeCreatedEvent, nonpaymentNoticeRescindedEvent } from './events.ts'
import { queueCancellationLetters, replaceUnmailedLetters, rescindLetters } from './postal-notices.ts'
import type { PolicyDelinquency, PolicyNotice } from './read-delinquency.ts'
import { type DelinquencyPlanVersion, findActivePlan } from './read-plan.ts'

type PolicyEntity = Pick<Policy, 'policyId' | 'policyNo'>
const toEntity = ({ policyId, policyNo }: PolicyEntity) => ({ entity: 'policy', entityId: policyNo, policyId })

/**
 * Creates a notice of cancellation for all past-due amounts and adds the letters to the print queue. The date on the
 * letters allows for the state's notice days and for printing (DEL-7).
 */
export async function createCancellationNotice(
  ctx: TransactionContext,
  policy: Policy,
  delinquency: PolicyDelinquency,
  { plan, periods }: { plan: DelinquencyPlanVersion; periods: readonly NoticePeriod[] },
): Promise<void> {
  const { state, productId, today, receivedCents } = delinquency
  const demanded = getDemandedObligations(delinquency.obligations, plan, today)
  const amountCents = demanded.reduce((total, { openCents }) => total + openCents, 0)
  const reason = getDelinquencyReason(receivedCents)
  const { noticeDays, isFlatAllowed } = getNoticePeriod(periods, { state, productId, reason }, plan.defaultNoticeDays)
  const isFlat = reason === 'notTaken' && isFlatAllowed
  const effectiveDate = getPrintedDate(today, noticeDays, plan.printDays)
  const { cancellation_notice_id: noticeId } = await ctx.db
    .insertInto('cancellation_notices')
    .values({
      ...{ policy_id: policy.policyId, reason, is_flat: isFlat, amount_cents: amountCents, notice_days: noticeDays },
      ...{ effective_date: effectiveDate, created_at: ctx.now },
    })
    .returning('cancellation_notice_id')
    .executeTakeFirstOrThrow()
  await ctx.db
    .insertInto('cancellation_notice_obligations')
    .values(
      demanded.map(({ obligationId, openCents }) => ({
        ...{ cancellation_notice_id: noticeId, obligation_id: obligationId, demanded_cents: openCents },
      })),
    )
    .execute()
  await queueCancellationLetters(ctx, policy, { noticeId, amountCents, effectiveDate, isFlat })
  const isAgencyNotified = plan.agencySteps.includes('cancellationNotice')
  await publishEvent(ctx, nonpaymentNoticeCreatedEvent, {
    ...{ policy, noticeId, amountCents, effectiveDate, isAgencyNotified },
  })
  await writeAuditEntry(ctx, {
    ...{ action: 'delinquency.sendNotice', ...toEntity(policy) },
    details: { noticeId, reason, amountCents, effectiveDate },
  })
}

async function closeNotice(
  ctx: TransactionContext,
  noticeId: string,
  state: 'rescinded' | 'completed' | 'closed',
): Promise<void> {
  await ctx.db
    .updateTable('cancellation_notices')
    .set({ state, hold_reason: null, closed_at: ctx.now })
    .where('cancellation_notice_id', '=', noticeId)
    .execute()
}

/**
 * Deletes the step records of a notice of cancellation. If the policy is in force again and still owes the amounts, a
 * new notice can then start (DEL-2).
 */
async function removeNoticeSteps(ctx: TransactionContext, noticeId: string): Promise<void> {
  await ctx.db
    .deleteFrom('delinquency_steps')
    .where('step', '=', 'cancellationNotice')
    .where('obligation_id', 'in', (query) =>
      query
        .selectFrom('cancellation_notice_obligations')
        .select('obligation_id')
        .where('cancellation_notice_id', '=', noticeId),
    )
    .execute()
}

/**
 * Rescinds a notice whose amounts are paid, except for a balance up to the write-off limit, or owed by a new payer, and
 * notifies all its recipients (DEL-9, DEL-30, BIL-19).
 */
export async function rescindNotice(
  ctx: TransactionContext,
  policy: Policy,
  { noticeId, openCents, isRebilled }: Pick<PolicyNotice, 'noticeId' | 'openCents' | 'isRebilled'>,
): Promise<void> {
  const remainder = { openCents, isRebilled }
  await closeNotice(ctx, noticeId, 'rescinded')
  await rescindLetters(ctx, policy, { noticeId, ...remainder })
  const plan = await findActivePlan(ctx.db, policy.productId)
  const isAgencyNotified = plan?.agencySteps.includes('cancellationNotice') ?? true
  await publishEvent(ctx, nonpaymentNoticeRescindedEvent, { policy, noticeId, ...remainder, isAgencyNotified })
  await writeAuditEntry(ctx, {
    ...{ action: 'delinquency.rescindNotice', ...toEntity(policy) },
    details: { noticeId, openCents },
  })
}

/** Closes the notice of a policy that is no longer in force. Withdraws letters that are not mailed yet. */
export async function closeObsoleteNotice(ctx: TransactionContext, noticeId: string): Promise<void> {
  await closeNotice(ctx, noticeId, 'closed')
  await removeNoticeSteps(ctx, noticeId)
  await replaceUnmailedLetters(ctx, noticeId)
}

/** Marks a notice as completed because the policy is being cancelled. */
export async function completeNotice(ctx: TransactionContext, noticeId: string): Promise<void> {
  await closeNotice(ctx, noticeId, 'completed')
  await removeNoticeSteps(ctx, noticeId)
}

/** Records that a notice is on hold today, or that its hold ended (DEL-5). */
export async function updateHold(
  ctx: TransactionContext,
  { noticeId }: Pick<PolicyNotice, 'noticeId'>,
  hold: { reason: HoldReason; today: string } | undefined,
): Promise<void> {
  await ctx.db
    .updateTable('cancellation_notices')
    .set(
      hold
        ? { state: 'onHold', hold_reason: hold.reason, last_held_on: hold.today }
        : { state: 'open', hold_reason: null },
    )
    .where('cancellation_notice_id', '=', noticeId)
    .execute()
}
