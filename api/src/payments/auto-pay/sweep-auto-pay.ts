import type { Ctx } from '../../http/context.ts'
import { runInTransaction } from '../../http/run-in-transaction.ts'
import { enqueueJob } from '../../outbox/enqueue-job.ts'
import { notifyExpiringCards } from './notify-expiring-cards.ts'
import { planAutoPay } from './plan-charge.ts'
import { type PolicyAutoPay, readAutoPayBatches } from './read-auto-pay.ts'

declare module '../../outbox/enqueue-job.ts' {
  interface Jobs {
    'sweep-auto-pay': Record<string, never>
  }
}

/** Crontab line: every hour, so that each property is processed soon after its local date changes. */
export const autoPaySweepSchedule = '7 * * * * sweep-auto-pay ?max=3'

const hasWork = ({ facts, isEnded }: PolicyAutoPay) => isEnded || Object.keys(planAutoPay(facts)).length > 0

/**
 * Enqueues a job for each policy with an auto-pay charge or announcement today, and emails policyholders whose card
 * expires soon. It can be repeated after a crash because each policy has at most one pending job.
 */
export async function sweepAutoPay(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for await (const batch of readAutoPayBatches(ctx)) {
    signal?.throwIfAborted()
    await runInTransaction(ctx, async ({ db }) => {
      for (const { policyNo } of batch.filter(hasWork))
        await enqueueJob(db, 'charge-auto-pay', { policyNo }, { key: `charge-auto-pay:${policyNo}` })
    })
  }
  await notifyExpiringCards(ctx, signal)
}
