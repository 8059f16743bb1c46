import { resealFactors } from '../accounts/second-factor/store.ts'
import { resealNumbers } from '../agencies/numbers.ts'
import { resealApprovals } from '../approvals/approvals.ts'
import type { Ctx } from '../http/context.ts'
import { resealSecrets } from '../webhooks/secret.ts'

declare module '../outbox/enqueue.ts' {
  interface Jobs {
    reseal: Record<string, never>
  }
}

/** Crontab line: every night. The job has work only after a key change. */
export const resealSchedule = '30 7 * * * reseal ?max=3'

/**
 * Re-encrypts all data that was encrypted with an earlier key. The first key is used, and the earlier key can then be
 * removed.
 */
export async function reseal(ctx: Pick<Ctx, 'db' | 'keys'>): Promise<void> {
  await resealNumbers(ctx)
  await resealFactors(ctx)
  await resealSecrets(ctx)
  await resealApprovals(ctx)
}
