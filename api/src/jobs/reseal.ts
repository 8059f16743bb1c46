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

/** Crontab line: every night. There is work only after a key change. */
export const resealSchedule = '30 7 * * * reseal ?max=3'

/** Reseals everything that was sealed with an earlier key with the first key. The earlier key can then be removed. */
export async function reseal(ctx: Pick<Ctx, 'db' | 'keys'>): Promise<void> {
  await resealNumbers(ctx)
  await resealFactors(ctx)
  await resealSecrets(ctx)
  await resealApprovals(ctx)
}
