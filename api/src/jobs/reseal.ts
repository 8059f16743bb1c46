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

/** Crontab line: every night, which after a change of keys finds much to do, and else nothing. */
export const resealSchedule = '30 7 * * * reseal ?max=3'

/** Seals with the first key whatever an earlier one has sealed: the next morning the earlier one can go. */
export async function reseal(ctx: Pick<Ctx, 'db' | 'keys'>): Promise<void> {
  await resealNumbers(ctx)
  await resealFactors(ctx)
  await resealSecrets(ctx)
  await resealApprovals(ctx)
}
