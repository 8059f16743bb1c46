import { startBulkJob } from '../bulk-jobs/start-bulk-job.ts'
import { plusDays } from '../calendar/days.ts'
import type { Cast } from './people.ts'
import { onDay, type Past } from './replay.ts'

/** Simulates a bulk job that emailed links again. One policy number was mistyped (ADR 43). */
export async function playBulkJob(past: Past, { superuser }: Cast): Promise<void> {
  const policyNos = ['RFL3000133', 'RFL3000136', 'RFL3999999']
  await past.play(onDay(plusDays(past.today, -4)), superuser, (ctx) =>
    startBulkJob(ctx, { action: 'resendLink', policyNos, note: undefined }),
  )
}
