import { startBulkJob } from '../bulk-jobs/start-bulk-job.ts'
import { addDays } from '../calendar/days.ts'
import type { DemoActors } from './actors.ts'
import { getSimulatedTime, type Simulation } from './simulation.ts'

/** Simulates a bulk job that resent policy links. One of its policy numbers does not exist (ADR 43). */
export async function simulateBulkJob(past: Simulation, { superuser }: DemoActors): Promise<void> {
  const policyNos = ['RFL3000133', 'RFL3000136', 'RFL3999999']
  await past.play(getSimulatedTime(addDays(past.today, -4)), superuser, (ctx) =>
    startBulkJob(ctx, { action: 'resendLink', policyNos, note: undefined }),
  )
}
