import { createPreparedQuery } from '../db/prepared-statement.ts'
import type { TransactionContext } from '../http/context.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'rescind-paid-notice': { policyNo: string }
  }
}

const findNoticedPolicy = createPreparedQuery((db, policyId) =>
  db
    .selectFrom('policies as p')
    .select('p.policy_no')
    .where('p.policy_id', '=', policyId)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('cancellation_notices as n')
            .select('n.policy_id')
            .where('n.policy_id', '=', policyId)
            .where('n.closed_at', 'is', null),
        ),
        exists(
          selectFrom('postal_notices as l')
            .select('l.policy_id')
            .where('l.policy_id', '=', policyId)
            .where('l.state', 'in', ['queued', 'exported']),
        ),
      ]),
    ),
)

/**
 * Schedules the review of a policy's open notice of cancellation and unmailed letters after a payment has settled (DEL-9,
 * DEL-31).
 */
export async function scheduleNoticeReview({ db }: Pick<TransactionContext, 'db'>, policyId: string): Promise<void> {
  const [noticed] = await findNoticedPolicy(db, policyId)
  if (noticed)
    await enqueueJob(
      db,
      'rescind-paid-notice',
      { policyNo: noticed.policy_no },
      { key: `rescind-paid-notice:${noticed.policy_no}` },
    )
}
