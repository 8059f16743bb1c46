import type { TransactionContext } from '../http/context.ts'
import { enqueueJob } from '../outbox/enqueue-job.ts'

declare module '../outbox/enqueue-job.ts' {
  interface Jobs {
    'rescind-paid-notice': { policyNo: string }
  }
}

/** Schedules the review of a policy's open notice of cancellation after a payment has settled (DEL-9). */
export async function scheduleNoticeReview({ db }: Pick<TransactionContext, 'db'>, policyId: string): Promise<void> {
  const noticed = await db
    .selectFrom('cancellation_notices as n')
    .innerJoin('policies as p', 'p.policy_id', 'n.policy_id')
    .select('p.policy_no')
    .where('n.policy_id', '=', policyId)
    .where('n.closed_at', 'is', null)
    .executeTakeFirst()
  if (noticed)
    await enqueueJob(
      db,
      'rescind-paid-notice',
      { policyNo: noticed.policy_no },
      { key: `rescind-paid-notice:${noticed.policy_no}` },
    )
}
