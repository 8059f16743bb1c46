import { writeAuditEntry } from '../../audit/audit.ts'
import { dayMs } from '../../calendar/days.ts'
import { getAccountId, type TransactionContext } from '../../http/context.ts'
import { getPaidCents, getPolicyBalance } from '../../ledger/store.ts'
import { publishEvent } from '../../outbox/domain-event.ts'
import { cancelJob, enqueueJob } from '../../outbox/enqueue-job.ts'
import { markCancellationAccepted } from '../../policy/store.ts'
import type { Policy } from '../../policy/visibility.ts'
import { cancellationAcceptedEvent } from '../events.ts'
import type { RefundQuote } from './calculate-refund.ts'
import { requireCancellationSummary } from './describe-cancellation.ts'
import type { CancelReason } from './reasons.ts'

declare module '../../outbox/enqueue-job.ts' {
  interface Jobs {
    'end-cover': { policyNo: string }
  }
}

const hourMs = dayMs / 24
/** Returns the earliest time at which a date can start in any time zone, with a margin. */
const getEarliestStart = (day: string) => Date.parse(`${day}T00:00:00Z`) - 14 * hourMs

const endKey = (policyNo: string) => `end-cover:${policyNo}`

/** Removes the scheduled job because coverage has ended or the cancellation was withdrawn. */
export const unscheduleCancellation = (ctx: Pick<TransactionContext, 'db'>, policyNo: string): Promise<void> =>
  cancelJob(ctx.db, endKey(policyNo))

/**
 * Schedules the job that ends coverage. The job is repeated every hour until the date has come at the property, so no
 * time zone is needed here.
 */
export const enqueueCancellation = (
  ctx: Pick<TransactionContext, 'db' | 'now'>,
  policyNo: string,
  effectiveDate: string,
): Promise<void> =>
  enqueueJob(
    ctx.db,
    'end-cover',
    { policyNo },
    {
      key: endKey(policyNo),
      runAt: new Date(Math.max(getEarliestStart(effectiveDate), (Math.floor(ctx.now.getTime() / hourMs) + 1) * hourMs)),
    },
  )

/**
 * Accepts a cancellation with a future effective date (CAN-13). The policy stays in force as pending cancel, the
 * parties are notified, and the refund waits. Nothing is posted yet.
 */
export async function scheduleCancellation(
  ctx: TransactionContext,
  policy: Policy,
  reason: CancelReason,
  refund: RefundQuote,
): Promise<void> {
  const { effectiveDate, refundCents } = refund
  await markCancellationAccepted(ctx, policy.policyId, { effectiveDate, acceptedBy: getAccountId(ctx.actor) })
  await enqueueCancellation(ctx, policy.policyNo, effectiveDate)
  await publishEvent(ctx, cancellationAcceptedEvent, {
    policy,
    summary: await requireCancellationSummary(ctx, policy.policyNo),
    ...{ lines: refund.lines, minimumCents: refund.minimumCents },
    paidCents: getPaidCents(await getPolicyBalance(ctx.db, policy.policyId)),
  })
  await writeAuditEntry(ctx, {
    action: 'policy.acceptCancel',
    entity: 'policy',
    entityId: policy.policyNo,
    policyId: policy.policyId,
    details: { reasonCode: reason.reasonCode, effectiveDate, refundCents },
  })
}
